import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepTrying } from './keep-trying.ts';
import { realTimers } from './timers.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('8-25 a failed load is repeated after 2, 4, 8 s, until it succeeds', async () => {
  let tries = 0;
  const got = keepTrying(realTimers, async () => {
    tries += 1;
    if (tries < 4) throw new Error('no connection');
    return 'the parts';
  });
  await vi.advanceTimersByTimeAsync(1999);
  expect(tries).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(tries).toBe(2);
  await vi.advanceTimersByTimeAsync(4000);
  expect(tries).toBe(3);
  await vi.advanceTimersByTimeAsync(8000);
  expect(await got).toBe('the parts');
});
