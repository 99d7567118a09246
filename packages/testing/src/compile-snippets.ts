import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const root = join(import.meta.dirname, '../../..');

const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'es2024',
  module: 'esnext',
  moduleResolution: 'bundler',
  customConditions: ['source'],
  allowImportingTsExtensions: true,
  lib: ['es2024', 'dom', 'dom.iterable'],
  types: [],
  jsx: 'react-jsx',
  skipLibCheck: true,
};

/**
 * Type-checks examples of a manual, in strict mode, with our packages available.
 *
 * @param files - their text by file name, such as `1.tsx`; a `.d.ts` declares what they take from elsewhere
 * @returns what the compiler complains about; empty when it accepts them
 */
export function compileSnippets(files: Readonly<Record<string, string>>): string {
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'causeway-snippets-'));
  try {
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*'] }));
    const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    const { stdout, stderr } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
    return stdout + stderr;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
