import { afterEach, expect, test, vi } from 'vitest';
import { pace } from './pace.ts';

afterEach(() => vi.restoreAllMocks());

test('after each piece of all that is sent, others have the event loop three times as long as it took', async () => {
  let now = 0;
  const rests: (number | undefined)[] = [];
  const wait = globalThis.setTimeout;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((run, ms) => {
    rests.push(ms);
    return wait(run, 1);
  });
  const taken: string[] = [];
  const { promise: isOver, resolve } = Promise.withResolvers<void>();
  for (const sender of [pace(), pace()]) {
    sender.on('data', (piece: Buffer) => {
      // One piece takes 4 ms, and the last one far too long.
      now += taken.length === 2 ? 400 : 4;
      if (taken.push(piece.toString()) === 4) resolve();
    });
    sender.write('first');
    sender.write('second');
  }
  await isOver;
  expect(taken).toEqual(['first', 'first', 'second', 'second']);
  expect(rests).toEqual([12, 12, 20]);
});
