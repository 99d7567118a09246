import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const manual = readFileSync(join(root, 'docs/embedding.md'), 'utf8');
const examples = [...manual.matchAll(/^```(ts|tsx)\n([\s\S]*?)^```$/gm)].map(([, kind = '', code = '']) => ({
  kind,
  code,
}));

test('every example of the manual in TypeScript is one that the compiler accepts', () => {
  expect(examples.length).toBeGreaterThanOrEqual(8);
  const cache = join(root, 'node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, 'causeway-examples-'));
  try {
    // Each is a module of its own, also one without an import.
    for (const [index, { kind, code }] of examples.entries())
      writeFileSync(join(folder, `${index}.${kind}`), `${code}\nexport {};\n`);
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
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*'] }));
    const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc');
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', folder], { encoding: 'utf8' });
    expect(stdout).toBe('');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
