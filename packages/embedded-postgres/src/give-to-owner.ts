import { chown, stat } from 'node:fs/promises';

/** A root process working in another account's folder leaves its files to that account, which may start next. */
export async function giveToOwner(directory: string, path: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = await stat(directory);
  if (uid !== 0) await chown(path, uid, gid);
}
