import { readFile } from 'node:fs/promises';
import { constants, getPriority } from 'node:os';
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

/** Processes that this one has started. */
async function listChildren(): Promise<number[]> {
  const text = await readFile(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8');
  return text.split(' ').filter(Boolean).map(Number);
}

describe('programs are started by a small host', () => {
  const limits = { atOnce: 1, waitingMax: 1, waitMaxMs: 60_000 };

  test('it gives way to everything else, and is the same one for the next file', async () => {
    const cleaner = createProcessCleaner(limits);
    await cleaner.clean(async () => opened);
    const children = await listChildren();
    expect(children.map((pid) => getPriority(pid))).toContain(constants.priority.PRIORITY_BELOW_NORMAL);
    await cleaner.clean(async () => opened);
    expect(await listChildren()).toEqual(children);
  });

  test('one that is killed loses no turn: its file may come again, and the next file has a new host', async () => {
    const cleaner = createProcessCleaner(limits);
    await cleaner.clean(async () => opened);
    const cleaned = cleaner.clean(async () => {
      const hosts = (await listChildren()).filter(
        (pid) => getPriority(pid) === constants.priority.PRIORITY_BELOW_NORMAL,
      );
      // It gets the end before it is given the file, so it ends before it answers.
      for (const pid of hosts) process.kill(pid, 'SIGSTOP');
      setTimeout(() => {
        for (const pid of hosts) process.kill(pid, 'SIGKILL');
      }, 20);
      return opened;
    });
    await expect(cleaned).rejects.toBeInstanceOf(CleanerBusy);
    expect(await cleaner.clean(async () => opened)).toMatchObject({ ext: 'jpg' });
  });
});
