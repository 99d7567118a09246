import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compileSnippets } from '@causeway/testing/compile-snippets';
import { expect, test } from 'vitest';

const manual = readFileSync(join(import.meta.dirname, '../../../docs/embedding.md'), 'utf8');
const examples = [...manual.matchAll(/^```(ts|tsx)\n([\s\S]*?)^```$/gm)];

test('every example of the manual in TypeScript is one that the compiler accepts', () => {
  expect(examples.length).toBeGreaterThanOrEqual(8);
  // Each is a module of its own, also one without an import.
  const files = examples.map(([, kind = '', code = ''], index) => [`${index}.${kind}`, `${code}\nexport {};\n`]);
  expect(compileSnippets(Object.fromEntries(files))).toBe('');
}, 60_000);
