import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const digits = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

function short(index: number): string {
  const first = digits.charAt(index % 52);
  return index < 52 ? first : first + short(Math.floor(index / 52) - 1);
}

function classesOf(folder: string, file: string): string[] {
  const css = readFileSync(join(folder, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  const names = [...css.matchAll(/(?:\.|@keyframes )([a-zA-Z][\w-]*)/g)].map((match) => match[1] ?? '');
  return [...new Set(names)].map((name) => `${file} ${name}`);
}

/**
 * One or two letters for each class of the CSS modules, numbered in the order of their paths, so that the browser
 * bundle and the prerender bundle agree. A class written after the start of the development server gets a hash.
 */
export function shortClassNames(folder: string): (name: string, file: string) => string {
  const files = globSync('**/*.module.css', { cwd: folder }).toSorted();
  const table = new Map(files.flatMap((file) => classesOf(folder, file)).map((key, index) => [key, short(index)]));
  return (name, file) => {
    const key = `${relative(folder, file.split('?')[0] ?? file)} ${name}`;
    return table.get(key) ?? `x${createHash('sha256').update(key).digest('hex').slice(0, 8)}`;
  };
}
