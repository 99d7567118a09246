import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { booksLaws } from './books-laws.ts';

const server = new URL('../../', import.meta.url).pathname;
const texts = new Map(
  globSync('**/*.ts', { cwd: server }).map((path) => [path, readFileSync(`${server}${path}`, 'utf8')] as const),
);
const having = (pattern: RegExp) => [...texts].filter(([, text]) => pattern.test(text)).map(([path]) => path);

test('the laws of the books are asked of every database of a test, and of its copies', () => {
  expect(Object.keys(booksLaws).length).toBeGreaterThan(9);
  expect(readFileSync(`${server}../../../vitest.config.ts`, 'utf8')).toContain('books/fixtures/look-at-books.ts');
  // A test that makes a database without the common helper has it checked all the same.
  expect(having(/`create database \$/).toSorted()).toEqual([
    // Nothing moves money there.
    'database/migrate-database.db.test.ts',
    'modules/orders/fixtures/restore-copy.ts',
  ]);
  expect(texts.get('modules/orders/fixtures/restore-copy.ts')).toContain('dropAfterTests(');
  // Rows that are made up are no real books; no test that moves money is left out.
  const madeUp = having(/hasBooks: false/)
    .filter((path) => path.endsWith('.db.test.ts'))
    .toSorted();
  expect(madeUp).toEqual([
    'database/hot-plans.db.test.ts',
    'database/migrate-payouts.db.test.ts',
    'modules/closing/erase-personal.db.test.ts',
    'modules/losses/many-losses.db.test.ts',
  ]);
  for (const path of madeUp) expect(texts.get(path)).not.toContain('postEntry');
});
