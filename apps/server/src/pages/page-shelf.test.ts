import { brotliDecompressSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compressPage, createPageShelf } from './page-shelf.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function setUp() {
  const shelf = createPageShelf<string>(() => Date.now());
  let count = 0;
  const make = vi.fn(() => Promise.resolve(`page ${(count += 1)}`));
  return { shelf, make };
}

test('visitors at the same moment share one making', async () => {
  const { shelf, make } = setUp();
  expect(await Promise.all([shelf.find('/', make), shelf.find('/', make)])).toEqual(['page 1', 'page 1']);
  expect(make).toHaveBeenCalledTimes(1);
});

test('a requested page is made again before its next visitor', async () => {
  const { shelf, make } = setUp();
  await shelf.find('/', make);
  await vi.advanceTimersByTimeAsync(5000);
  const made = make.mock.calls.length;
  expect(shelf.find('/', make)).toBe(`page ${made}`);
  expect(make).toHaveBeenCalledTimes(made);
});

test('a minute after the last visitor nothing is made any more, and the next one gets a new page', async () => {
  const { shelf, make } = setUp();
  await shelf.find('/', make);
  await vi.advanceTimersByTimeAsync(70_000);
  const made = make.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(make).toHaveBeenCalledTimes(made);
  expect(await shelf.find('/', make)).toBe(`page ${made + 1}`);
});

test('only the pages requested last are made ahead of their visitors', async () => {
  const { shelf } = setUp();
  const makes = Array.from({ length: 6 }, (_, index) => vi.fn(() => Promise.resolve(`page ${index}`)));
  for (const [index, make] of makes.entries()) {
    await shelf.find(`/${index}`, make);
    vi.setSystemTime(Date.now() + 1);
  }
  await vi.advanceTimersByTimeAsync(1500);
  expect(makes.map((make) => make.mock.calls.length)).toEqual([1, 1, 2, 2, 2, 2]);
});

test('a failed making is reported to the next visitor, not served from before', async () => {
  const { shelf, make } = setUp();
  await shelf.find('/', make);
  make.mockRejectedValue(new Error('no prices'));
  await vi.advanceTimersByTimeAsync(1000);
  await expect(shelf.find('/', make)).rejects.toThrow('no prices');
});

test('a closed shelf makes nothing', async () => {
  const { shelf, make } = setUp();
  await shelf.find('/', make);
  shelf.close();
  await vi.advanceTimersByTimeAsync(5000);
  expect(make).toHaveBeenCalledTimes(1);
});

test('a page is compressed best, and beside another one quickly', async () => {
  vi.useRealTimers();
  const prices = Array.from({ length: 900 }, (_, index) => `"pay${index % 7}":"${(index * 7919) % 1013}.00"`);
  const plain = Buffer.from(prices.join());
  const [best, quick] = await Promise.all([compressPage(plain), compressPage(plain)]);
  const later = await compressPage(plain);
  expect(quick.length).toBeGreaterThan(best.length);
  expect(later).toEqual(best);
  for (const compressed of [best, quick]) expect(brotliDecompressSync(compressed)).toEqual(plain);
});
