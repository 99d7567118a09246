import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { shortClassNames } from './short-class-names.vite.ts';

const source = fileURLToPath(new URL('..', import.meta.url));
const modules = globSync('{ui,parts}/*.module.css', { cwd: source }).map((file) => join(source, file));

function defined(file: string): Set<string> {
  const css = readFileSync(file, 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const local = css.replaceAll(/:global\([^)]*\)/g, '');
  return new Set([...local.matchAll(/\.([a-zA-Z][\w-]*)/g)].map((match) => match[1] ?? ''));
}

function used(file: string): { file: string; names: string[] }[] {
  const whole = readFileSync(file, 'utf8');
  const text = whole.replaceAll(/^import .*$/gm, '');
  const imports = [...whole.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)];
  return imports.map(([, name = '', path = '']) => ({
    file: join(dirname(file), path),
    names: [...text.matchAll(new RegExp(`\\b${name}\\.(\\w+)`, 'g'))].map((match) => match[1] ?? ''),
  }));
}

// A missing class of a module is silently undefined, and so is a whole module whose import name is shadowed.
describe('class names', () => {
  const uses = globSync('**/*.tsx', { cwd: source }).flatMap((file) => used(join(source, file)));

  test('every class that a component names is in its module', () => {
    const missing = uses.flatMap(({ file, names }) =>
      names.filter((name) => !defined(file).has(name)).map((name) => `${file} ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test('every module is used', () => {
    const files = new Set(uses.map(({ file }) => file));
    expect(modules.filter((file) => !files.has(file))).toEqual([]);
  });

  test('no short name is that of a class for all pages, such as the one that hides', () => {
    const sheets = globSync('**/*.css', { cwd: source });
    const isModule = (file: string) => file.endsWith('.module.css');
    const shared = new Set(
      sheets.filter((file) => !isModule(file)).flatMap((file) => [...defined(join(source, file))]),
    );
    expect(shared).toContain('vh');
    const shorten = shortClassNames(source);
    const short = sheets
      .filter(isModule)
      .flatMap((file) => [...defined(join(source, file))].map((name) => shorten(name, join(source, file))));
    expect(short.length).toBeGreaterThan(400);
    expect(short.filter((name) => shared.has(name))).toEqual([]);
  });
});
