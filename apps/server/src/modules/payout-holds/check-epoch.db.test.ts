import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { allJobs } from '../../worker.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { checkEpoch, watchEpoch } from './check-epoch.ts';
import { listHolds } from './store.ts';

const world = await openOrderWorld();
const DATA_DIR = await mkdtemp(join(tmpdir(), 'causeway-mark-'));
const context = { ...world.context, config: { ...world.context.config, DATA_DIR } };
const look = () => watchEpoch(context).catch((error: unknown) => String(error));

test('a mark that cannot be kept is a fault, and leaves no file behind', async () => {
  expect(await look()).toBeUndefined();
  const [mark = '', ...others] = await readdir(DATA_DIR);
  // A folder in its place stands for a disk that is full.
  await rm(join(DATA_DIR, mark));
  await mkdir(join(DATA_DIR, mark, 'full'), { recursive: true });
  for (const turn of [1, 2]) expect([turn, await look()]).toEqual([turn, expect.stringMatching(/EISDIR|ENOTEMPTY/)]);
  expect(await readdir(DATA_DIR)).toEqual([mark, ...others]);
  await rm(join(DATA_DIR, mark), { recursive: true });
  expect(await look()).toBeUndefined();
  expect(await readdir(DATA_DIR)).toEqual([mark, ...others]);
});

test('the mark stays young by a job of its own, which asks no chain and no provider', async () => {
  const own = allJobs.find(({ definition }) => definition.name === 'watch-epoch');
  expect(own?.definition.everySeconds).toBeLessThanOrEqual(60);
  const providers = new Proxy(context.providers, {
    get: (_all, name) => {
      throw new Error(`asked ${String(name)}`);
    },
  });
  const later = new Date(Date.now() + 30_000);
  const ends = await own?.run({ ...context, providers, clock: { now: () => later } }, [{}]);
  expect(ends).toEqual([{ status: 'fulfilled', value: undefined }]);
  const { seenAt } = await context.db.selectFrom('databaseEpoch').select('seenAt').executeTakeFirstOrThrow();
  expect(seenAt).toEqual(later);
});

test('a restore has one name: of its alarm and of what it holds, also where a clock moves on between them', async () => {
  await look();
  await context.db.updateTable('databaseEpoch').set({ identity: 'another' }).execute();
  let now = Date.now();
  const clock = { now: () => new Date((now += 1000)) };
  await checkEpoch({ ...context, clock });
  const subjects = context.db.selectFrom('alarms').select('subject').where('kind', '=', 'database_restored');
  const { subject } = await subjects.executeTakeFirstOrThrow();
  const held = await listHolds(context.db);
  expect(new Set(held.filter(({ reason }) => reason === 'restored').map((hold) => hold.subject))).toEqual(
    new Set([subject]),
  );
});
