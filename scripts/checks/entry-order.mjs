import { isGenerated, isTest } from './source-files.mjs';

const id = String.raw`[\w.'"]*\b(?:entry_id|entryId)\b['"]?(?:::\w+)*`;
const time = String.raw`\b\w+\.(?:created_at|createdAt)(?:\.getTime\(\))?`;
const ordersById = [
  new RegExp(String.raw`${id}\s*[<>]`, 'g'),
  new RegExp(String.raw`(?<![=\-])[<>]=?\s*${id}`, 'g'),
  new RegExp(String.raw`${id},\s*'[<>]`, 'g'),
  new RegExp(String.raw`\border\s*by\(?\s*(?:[\w.]+(?: asc| desc)?, *)*${id}`, 'gi'),
  new RegExp(String.raw`\b(?:min|max|greatest|least)\(\s*${id}`, 'g'),
];
const ordersByTime = new RegExp(String.raw`${time}\s*[<>]=?\s*${time}`, 'g');

/** Where the ids that a moment's entries can have bound what is looked at, and say nothing of an order. */
const bounded = new Set([
  'apps/server/src/modules/books/books-laws.ts',
  'apps/server/src/modules/reconciliation/compare-cards.ts',
]);

/**
 * Which of two entries came first is asked of their places, which the database gives: ids and times are of the clock of
 * the server that wrote them, and two servers' clocks differ.
 */
export function checkEntryOrder(sources) {
  const product = sources.filter(
    ({ path }) => path.startsWith('apps/server/src/') && !isTest(path) && !isGenerated(path),
  );
  const faults = product.flatMap(({ path, text }) =>
    text.split('\n').flatMap((line, index) => {
      const read = bounded.has(path) ? line.replaceAll(/\bentry_id >=? \$\{/g, '') : line;
      const isFound = [...ordersById, ordersByTime].some((pattern) => read.search(pattern) >= 0);
      return isFound ? [`${path}:${index + 1} orders entries by their ids or times: ask for their places`] : [];
    }),
  );
  return { faults, note: `${product.length} files` };
}
