import { access, readFile, symlink } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

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
