import { readFileSync, readdirSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

const skipped = new Set(['node_modules', 'dist', '.git', '.causeway', 'test-results', 'playwright-report', 'coverage']);

/** Paths of all files of the repository, from its root, with forward slashes, without built or installed ones. */
export function listFiles(root, directory = root) {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    if (skipped.has(entry.name)) return [];
    const path = join(directory, entry.name);
    return entry.isDirectory() ? listFiles(root, path) : [relative(root, path).split(sep).join('/')];
  });
}

/** The repository's files that hold code, with their text. */
export function readSources(root) {
  return listFiles(root)
    .filter((path) => /\.(?:ts|tsx|mjs|js)$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => ({ path, text: readFileSync(join(root, path), 'utf8') }));
}

export function isTest(path) {
  return (
    /\.(?:test|spec)\.(?:ts|tsx|mjs)$/.test(path) ||
    /^(?:e2e|bench|packages\/testing)\//.test(path) ||
    path.includes('/fixtures/')
  );
}

export function isGenerated(path) {
  return /\.generated\.\w+$/.test(path);
}
