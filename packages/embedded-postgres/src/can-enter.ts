import { realpath, stat } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { ServerUser } from './server-user.ts';

/** Whether the account may pass through the directory and everything above it. Parts that do not exist yet are skipped. */
export async function canEnter(directory: string, user: ServerUser): Promise<boolean> {
  const existing = await nearestExisting(directory);
  for (let current = await realpath(existing); ; current = dirname(current)) {
    if (!mayPass(await stat(current), user)) return false;
    if (dirname(current) === current) return true;
  }
}

async function nearestExisting(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  return found === undefined ? nearestExisting(dirname(path)) : path;
}

function mayPass(entry: { mode: number; uid: number; gid: number }, user: ServerUser): boolean {
  if (entry.uid === user.uid) return (entry.mode & 0o100) !== 0;
  if (entry.gid === user.gid) return (entry.mode & 0o010) !== 0;
  return (entry.mode & 0o001) !== 0;
}
