import { describe, expect, test } from 'vitest';

import { blankSource } from './blank-source.mjs';
import { findFunctions } from './find-functions.mjs';
import { findImports } from './find-imports.mjs';

describe('blanking what is not code', () => {
  test.each([
    ["a('}')", "a(' ')"],
    ['a // {\nb', 'a     \nb'],
    ['a /* { */ b', 'a         b'],
    ['`{${a}}`', '` ${a} `'],
    ['`${`{`}{`', '`${` `} `'],
    ['x = /[/{]/g', 'x = /    /g'],
    ['a / b / {', 'a / b / {'],
    ["<p>don't {x}</p>", "<p>don't {x}</p>"],
    ['<A b={c} /> / {', '<A b={c} /> / {'],
    ["'\\'{'", "'   '"],
  ])('%s', (text, code) => {
    expect(blankSource(text)).toBe(code);
  });
});

test('imports of every form are found and look-alikes are not', () => {
  const text = `import a from 'one';
import type { B,
  C } from "two";
export * from './three.ts';
export { d } from '../four.ts';
import 'five.css';
const e = await import('six');
// import f from 'seven';
const g = "import h from 'eight'";
const i = \`import j from 'nine'\`;
export const k = 'ten';`;
  expect(findImports(text).map(({ specifier, line }) => [specifier, line])).toEqual([
    ['one', 1],
    ['two', 2],
    ['./three.ts', 4],
    ['../four.ts', 5],
    ['five.css', 6],
    ['six', 7],
  ]);
});

describe('functions are measured from their parameters to their last brace', () => {
  test.each([
    ['a declaration', 'function a() {\n\n}', 'a', 3],
    ['a return type', 'function a(b: string): Promise<{ c: number }> {\n\n}', 'a', 3],
    ['an object as return type', 'function a(): { b: number } {\n}', 'a', 2],
    ['an arrow', 'const a = async (b) => {\n\n\n};', 'a', 4],
    ['an arrow with a type', 'const a = (b): Map<string, () => void> => {\n};', 'a', 2],
    ['an arrow over an element', 'const A = () => (\n<p>\n</p>\n);', 'A', 4],
    ['a method', 'class A {\n  b(c = {}) {\n  }\n}', 'b', 2],
    ['a generic function', 'function a<T extends string>(b: T): T[] {\n}', 'a', 2],
  ])('%s', (_, text, name, lines) => {
    expect(findFunctions(text).map((found) => [found.name, found.lines])).toEqual([[name, lines]]);
  });

  test.each([
    'if (a) {\n}',
    'for (const a of b) {\n}',
    'const a = b ? (c) : { d: 1 };',
    'declare function a(): void;',
    'a(b);\n{\n}',
  ])('not a function: %s', (text) => {
    expect(findFunctions(text)).toEqual([]);
  });
});
