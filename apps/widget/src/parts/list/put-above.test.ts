import { describe, expect, test } from 'vitest';
import { putAbove } from './use-pages.ts';

const rows = (...names: string[]) => names.map((name) => ({ name }));
const known = (total: number, ...names: string[]) => ({
  rows: rows(...names).map((row, place) => ({ ...row, place })),
  total,
});
const names = (page: { rows: readonly { name: string }[] }) => page.rows.map(({ name }) => name).join('');

describe('C-75 a list whose first page was read again', () => {
  test.each([
    ['nothing new: the first page is replaced', rows('A', 'B'), 4, known(4, 'a', 'b', 'c', 'd'), 'ABcd'],
    ['one that came moves the others down', rows('n', 'A'), 5, known(4, 'a', 'b', 'c'), 'nAbc'],
    ['a whole page came', rows('m', 'n'), 6, known(4, 'a', 'b', 'c'), 'mnabc'],
    ['more came than a page: what lies between is read from there on', rows('m', 'n'), 9, known(4, 'a', 'b'), 'mn'],
    ['less than before: it begins again', rows('A', 'B'), 3, known(4, 'a', 'b', 'c', 'd'), 'AB'],
  ])('%s', (_name, first, total, before, shown) => {
    const page = putAbove({ rows: first, total }, before);
    expect(names(page)).toBe(shown);
    expect(page.total).toBe(total);
    expect(page.rows.map(({ place }) => place)).toEqual(page.rows.map((_row, index) => index));
  });
});
