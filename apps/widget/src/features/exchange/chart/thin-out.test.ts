import { expect, test } from 'vitest';
import { thinOut } from './thin-out.ts';

test.each([
  ['few stay', 5, 5, [0, 1, 2, 3, 4]],
  ['168 hours become every sixth', 168, 28, [5, 11, 17]],
  ['366 days become every twelfth', 366, 31, [5, 17, 29]],
])('C-90 %s', (_name, count, kept, first) => {
  const thin = thinOut(Array.from({ length: count }, (_, index) => index));
  expect([thin.length, thin.at(-1), thin.slice(0, first.length)]).toEqual([kept, count - 1, first]);
});
