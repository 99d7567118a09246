import { readFile, symlink, access, stat, mkdir, rm, cp, rename, lstat, chmod, readdir } from 'node:fs/promises';
import { join, dirname, basename } from 'node:path';
import type { Installation } from '../place.ts';

/**
 * npm packages cannot hold symbolic links, so the binaries' package makes its library links in an install script. Where
 * scripts are off, the links are made here.
 *
 * @param root the directory with `bin`, `lib` and `share`
 * @returns false when links are missing and the directory cannot be written
 */
export async function linkLibraries(root: string): Promise<boolean> {
  const links = parseLinks(await readFile(join(root, 'pg-symlinks.json'), 'utf8').catch(() => '[]'));
  for (const link of links) {
    const target = join(dirname(root), link.target);
    if (await exists(target)) continue;
    try {
      await symlink(basename(link.source), target);
    } catch {
      // Another process may have made it in the meantime.
      if (!(await exists(target))) return false;
    }
  }
  return true;
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function parseLinks(text: string): { source: string; target: string }[] {
  const parsed: unknown = JSON.parse(text);
  return Array.isArray(parsed) ? parsed.filter(isLink) : [];
}

function isLink(value: unknown): value is { source: string; target: string } {
  if (typeof value !== 'object' || value === null) return false;
  return 'source' in value && typeof value.source === 'string' && 'target' in value && typeof value.target === 'string';
}

/**
 * Copies the binaries to a place where every account may read and run them. The copy appears under its name only when
 * it is complete, so a killed copy is never mistaken for a good one.
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
