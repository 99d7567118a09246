import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const digits = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

function short(index: number): string {
  const first = digits.charAt(index % 52);
  return index < 52 ? first : first + short(Math.floor(index / 52) - 1);
}

function namesOf(folder: string, file: string): string[] {
  const css = readFileSync(join(folder, file), 'utf8').replaceAll(/\/\*[\s\S]*?\*\//g, '');
  return [...new Set([...css.matchAll(/(?:\.|@keyframes )([a-zA-Z][\w-]*)/g)].map((match) => match[1] ?? ''))];
}

/** As many short names as are wanted, without those that sheets for all pages give a meaning to. */
function freeNames(count: number, taken: ReadonlySet<string>): string[] {
  const names: string[] = [];
  for (let index = 0; names.length < count; index += 1) if (!taken.has(short(index))) names.push(short(index));
  return names;
}

/**
 * One or two letters for each class of the CSS modules, numbered in the order of their paths, so that the browser
 * bundle and the prerender bundle agree. A class written after the start of the development server gets a hash.
 */
export function shortClassNames(folder: string): (name: string, file: string) => string {
  const files = globSync('**/*.css', { cwd: folder }).toSorted();
  const isModule = (file: string) => file.endsWith('.module.css');
  const keys = files.filter(isModule).flatMap((file) => namesOf(folder, file).map((name) => `${file} ${name}`));
  const taken = new Set(files.filter((file) => !isModule(file)).flatMap((file) => namesOf(folder, file)));
  const names = freeNames(keys.length, taken);
  const table = new Map(keys.map((key, index) => [key, names[index] ?? '']));
  return (name, file) => {
    const key = `${relative(folder, file.split('?')[0] ?? file)} ${name}`;
    return table.get(key) ?? `x${createHash('sha256').update(key).digest('hex').slice(0, 8)}`;
  };
}
