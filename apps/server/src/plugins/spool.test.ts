import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { spool } from './spool.ts';
import { requirePace, SenderTooSlow } from './pace.ts';

test('ASVS V11.3.3 what waits on the disk is sealed: a changed bit is found, and nothing is left of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'causeway-spool-'));
  const sent = Buffer.from('PASSPORT '.repeat(20_000));
  const file = await spool(folder, Readable.from([sent.subarray(0, 1000), sent.subarray(1000)]), sent.length);
  expect([file.size, file.isTooLong]).toEqual([sent.length, false]);
  const path = join(folder, (await readdir(folder))[0] ?? '');
  const kept = await readFile(path);
  expect(kept.includes('PASSPORT')).toBe(false);
  expect((await file.read()).equals(sent)).toBe(true);
  expect(file.waiting?.head).toEqual(sent.subarray(0, 12));
  kept[500] = (kept[500] ?? 0) ^ 1;
  await writeFile(path, kept);
  await expect(file.read()).rejects.toThrow();
  await file.remove();
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});

/** Sends pieces with a pause after each, through a pace of 40 bytes in 40 ms and 400 ms for all. */
async function send(pieces: number, pauseMs: number, bytes: number): Promise<unknown> {
  const source = Readable.from(
    (async function* () {
      for (let sent = 0; sent < pieces; sent += 1) {
        yield Buffer.alloc(bytes);
        await sleep(pauseMs);
      }
    })(),
  );
  const pace = requirePace({ windowMs: 40, bytes: 40, wholeMs: 400 });
  return pipeline(source, pace, new PassThrough().resume()).catch((error: unknown) => error);
}

test.each([
  ['one byte in each window', 20, 30, 1, true],
  ['enough in each window, and without an end', 100, 8, 100, true],
  ['all of it at once', 5, 0, 100, false],
])('a sender of %s is cut off: %#', async (_case, pieces, pauseMs, bytes, isCut) => {
  expect((await send(pieces, pauseMs, bytes)) instanceof SenderTooSlow).toBe(isCut);
});
