import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { constants, getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { describe, expect, onTestFinished, test } from 'vitest';
import { spool } from '../../plugins/spool.ts';
import { CleanerBusy } from './port.ts';
import { createProcessCleaner } from './process-cleaner.ts';

const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#88aa66' } })
  .jpeg()
  .toBuffer();
const opened = { content: picture, kind: 'jpg' } as const;

describe('a file that waits on the disk is read by the host', () => {
  const cleaner = createProcessCleaner({ atOnce: 1, waitingMax: 1, waitMaxMs: 60_000 });
  async function openSpooled() {
    const folder = await mkdtemp(join(tmpdir(), 'causeway-cleaner-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const { waiting } = await spool(folder, Readable.from([picture]), picture.length);
    if (waiting === undefined) throw new Error('It waits nowhere.');
    return { opened: { kind: 'jpg' as const, content: waiting.sealed }, path: waiting.sealed.path };
  }

  test('it comes back as one that was given in memory', async () => {
    const { opened: waiting } = await openSpooled();
    const [fromDisk, fromMemory] = [await cleaner.clean(async () => waiting), await cleaner.clean(async () => opened)];
    expect(fromDisk).toEqual(fromMemory);
    expect(fromDisk?.pages).toBe(1);
  });

  test('one that was changed or is gone is a fault of ours, not of the file', async () => {
    const { opened: waiting, path } = await openSpooled();
    const kept = await readFile(path);
    kept[200] = (kept[200] ?? 0) ^ 1;
    await writeFile(path, kept);
    await expect(cleaner.clean(async () => waiting)).rejects.toThrow('could not read the file');
    await rm(path);
    await expect(cleaner.clean(async () => waiting)).rejects.toThrow('could not read the file');
    expect(await cleaner.clean(async () => opened)).toMatchObject({ ext: 'jpg' });
  });
});

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

/** Processes that this one has started, or another one. */
async function listChildren(of = process.pid): Promise<number[]> {
  const text = await readFile(`/proc/${of}/task/${of}/children`, 'utf8').catch(() => '');
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

  test('a program that the system ends says nothing of its file, which may come again', async () => {
    const cleaner = createProcessCleaner(limits);
    await cleaner.clean(async () => opened);
    const hosts = (await listChildren()).filter((pid) => getPriority(pid) === constants.priority.PRIORITY_BELOW_NORMAL);
    const cleaned = cleaner.clean(async () => opened);
    const programs: number[] = [];
    while (programs.length === 0) {
      for (const pid of hosts) programs.push(...(await listChildren(pid)));
      await sleep(2);
    }
    for (const pid of programs) process.kill(pid, 'SIGKILL');
    await expect(cleaned).rejects.toBeInstanceOf(CleanerBusy);
    expect(await cleaner.clean(async () => opened)).toMatchObject({ ext: 'jpg' });
  });
});
