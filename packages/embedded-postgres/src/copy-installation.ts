import { chmod, cp, lstat, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';

import type { Installation } from './find-binaries.ts';
import { linkLibraries } from './link-libraries.ts';

/**
 * Copies the binaries to a place where every account may read and run them. The copy appears under its name only when it is
 * complete, so a killed copy is never mistaken for a good one.
 */
export async function copyInstallation(
  from: Installation,
  target: string,
  log: (line: string) => void,
): Promise<Installation> {
  const copied: Installation = { root: join(target, 'native'), version: from.version };
  if ((await stat(copied.root).catch(() => undefined)) !== undefined) return copied;
  log(`Copying the PostgreSQL binaries to ${target}`);
  const partial = `${target}.${process.pid}`;
  await mkdir(dirname(target), { recursive: true });
  await rm(partial, { recursive: true, force: true });
  await cp(from.root, join(partial, 'native'), { recursive: true, verbatimSymlinks: true });
  await linkLibraries(join(partial, 'native'));
  await openToAll(partial);
  try {
    await rename(partial, target);
  } catch (error) {
    await rm(partial, { recursive: true, force: true });
    if ((await stat(copied.root).catch(() => undefined)) === undefined) throw error;
  }
  return copied;
}

async function openToAll(path: string): Promise<void> {
  const entry = await lstat(path);
  if (entry.isSymbolicLink()) return;
  if (!entry.isDirectory()) return chmod(path, (entry.mode & 0o100) === 0 ? 0o644 : 0o755);
  await chmod(path, 0o755);
  for (const name of await readdir(path)) await openToAll(join(path, name));
}
