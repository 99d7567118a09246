import { expect, test } from 'vitest';
import { judgeColours } from './judge-colours.ts';

const faultsOf = (choices: Parameters<typeof judgeColours>[0]) =>
  judgeColours(choices).faults.map(({ option, repaired }) => [option, repaired]);

test('without colours there is nothing to judge', () => {
  expect(judgeColours({})).toEqual({ pairs: [], faults: [] });
});

test('a readable colour is left as it is', () => {
  expect(faultsOf({ brand: '006271' })).toEqual([]);
});

test('each brand colour that cannot be read is repaired, in its own theme', () => {
  expect(faultsOf({ brand: 'ffcc00' })).toEqual([['brand', '7f6400']]);
  const [fault] = faultsOf({ brand: '006271', brandDark: '10242a' });
  expect(fault?.[0]).toBe('brandDark');
  expect(fault?.[1]).toMatch(/^[\da-f]{6}$/);
  expect(faultsOf({ brand: '006271', brandDark: fault?.[1] ?? '' })).toEqual([]);
});

test('a text colour that cannot be read on it is left out, as the widget does', () => {
  expect(faultsOf({ brand: '006271', onBrand: '00545f', onBrandDark: 'ffffff' })).toEqual([
    ['onBrand', ''],
    ['onBrandDark', ''],
  ]);
  expect(judgeColours({ brand: '006271', onBrand: 'ffffff' }).pairs[0]?.text).toBe('#ffffff');
});

test('what is no colour is named', () => {
  expect(faultsOf({ brand: 'red', onBrandDark: '12' })).toEqual([
    ['brand', ''],
    ['onBrandDark', ''],
  ]);
});
