import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { CleanerBusy } from './port.ts';
import { createProcessCleaner } from './process-cleaner.ts';

const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#88aa66' } })
  .jpeg()
  .toBuffer();
const opened = { bytes: picture, kind: 'jpg' } as const;

/** A file that is in its turn until `close` is called. */
function hold() {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const begun = Promise.withResolvers<void>();
  const open = async () => {
    begun.resolve();
    return promise;
  };
  return { open, begun: begun.promise, close: () => resolve(undefined) };
}

describe('the queue of files has an end', () => {
  test('who comes to a full one is sent away at once, and who waits gets its turn', async () => {
    const cleaner = createProcessCleaner({ atOnce: 1, waitingMax: 1, waitMaxMs: 60_000 });
    const first = hold();
    const cleaned = cleaner.clean(first.open);
    await first.begun;
    const second = cleaner.clean(async () => opened);
    await expect(cleaner.clean(async () => opened)).rejects.toBeInstanceOf(CleanerBusy);
    first.close();
    expect(await cleaned).toBeUndefined();
    expect(await second).toMatchObject({ ext: 'jpg', pages: 1 });
  });

  test('who waited long enough is sent away, and its place is free', async () => {
    const cleaner = createProcessCleaner({ atOnce: 1, waitingMax: 1, waitMaxMs: 20 });
    const first = hold();
    const cleaned = cleaner.clean(first.open);
    await first.begun;
    for (let turn = 0; turn < 3; turn += 1)
      await expect(cleaner.clean(async () => opened)).rejects.toBeInstanceOf(CleanerBusy);
    first.close();
    await cleaned;
    expect(await cleaner.clean(async () => opened)).toMatchObject({ ext: 'jpg' });
  });

  test('a file that cannot be opened gives its turn on', async () => {
    const cleaner = createProcessCleaner({ atOnce: 1, waitingMax: 5, waitMaxMs: 60_000 });
    const broken = async () => Promise.reject(new Error('The disk is gone.'));
    const cleaned = await Promise.allSettled([
      cleaner.clean(broken),
      cleaner.clean(broken),
      cleaner.clean(async () => opened),
    ]);
    expect(cleaned.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  });
});
