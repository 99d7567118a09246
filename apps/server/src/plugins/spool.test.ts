import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { spool } from './spool.ts';

test('ASVS V11.3.3 what waits on the disk is sealed: a changed bit is found, and nothing is left of it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'causeway-spool-'));
  const sent = Buffer.from('PASSPORT '.repeat(20_000));
  const file = await spool(folder, Readable.from([sent.subarray(0, 1000), sent.subarray(1000)]), sent.length);
  expect([file.size, file.isTooLong]).toEqual([sent.length, false]);
  const path = join(folder, (await readdir(folder))[0] ?? '');
  const kept = await readFile(path);
  expect(kept.includes('PASSPORT')).toBe(false);
  expect((await file.read()).equals(sent)).toBe(true);
  kept[500] = (kept[500] ?? 0) ^ 1;
  await writeFile(path, kept);
  await expect(file.read()).rejects.toThrow();
  await file.remove();
  expect(await readdir(folder)).toEqual([]);
  await rm(folder, { recursive: true });
});
