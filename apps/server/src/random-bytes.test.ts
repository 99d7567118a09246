import { expect, test } from 'vitest';
import { randomBytes } from './random-bytes.ts';

test('as many bytes as requested and never the same again, within the pool, across its end and beyond it', () => {
  const all = Array.from({ length: 2000 }, (_, index) => randomBytes(16 + (index % 5)));
  for (const [index, bytes] of all.entries()) expect(bytes).toHaveLength(16 + (index % 5));
  expect(new Set(all.map((bytes) => Buffer.from(bytes).toString('hex'))).size).toBe(all.length);
  expect(randomBytes(10_000)).toHaveLength(10_000);
  expect(new Set(randomBytes(10_000)).size).toBe(256);
});
