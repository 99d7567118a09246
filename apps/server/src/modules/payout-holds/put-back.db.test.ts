import { temporaryFolder } from '@causeway/testing/temporary-folder';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AppContext } from '../../context.ts';
import { chainNames } from '../../config/config-chains.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { watchWallets } from '../chain-wallets/agree-with-chain.ts';
import { openLossWorld, toBank } from '../losses/fixtures/open-loss-world.ts';
import { copyDatabase, type RestoredServer } from '../orders/fixtures/restore-copy.ts';
import { listMoneyProviders, watchEpoch } from './check-epoch.ts';
import { listHolds } from './store.ts';

const { world, spend } = await openLossWorld();
const { context, sandbox } = world;
const [minute, day] = [60_000, 86_400_000];
const clock: { now: () => Date } = context.clock;
const right = clock.now;
// One host: what is served there shares the folder of its marks.
const host = await temporaryFolder();

beforeAll(() => sandbox.setBankMode('hold'));
// Another database may have been served since.
beforeEach(() => begin(context));
afterEach(() => void (clock.now = right));
afterAll(() => sandbox.setBankMode('auto'));

/** As a worker does when it starts. */
async function begin(own: AppContext, { folder = host, aheadMs = 0 } = {}): Promise<void> {
  const at = { now: () => new Date(right().getTime() + aheadMs) };
  const started = { ...own, clock: at, config: { ...own.config, DATA_DIR: folder } };
  await watchEpoch(started);
  await watchWallets(started);
}

async function openClient() {
  const client = await world.signInClient();
  await world.giveBalance(client, 500_000n, 'BTC');
  return client;
}

/** The client sells all of it to the bank, which pays. @returns the order's number, as the bank has it */
async function sellToBank(client: Awaited<ReturnType<typeof openClient>>): Promise<string> {
  const niceId = await spend(client, 500_000n, toBank);
  await world.work();
  expect(await sandbox.bankPayouts(niceId)).toHaveLength(1);
  return niceId;
}

const heldAt = async (name: string, { db }: AppContext) =>
  (await listHolds(db, name)).map(({ reason, details }) => [reason, details.payments[0]?.address]);
const reasonsOf = async ({ db }: AppContext) =>
  (await db.selectFrom('payoutHolds').select(['chain', 'reason', 'releasedBy']).orderBy('chain').execute()).filter(
    ({ reason }) => reason === 'unseen',
  );

/** A copy of files keeps the identity of what it was made of; this one has a number of its own in the cluster. */
async function keepIdentity({ context: { db } }: RestoredServer): Promise<void> {
  const { identity } = await db.selectFrom('databaseEpoch').select('identity').executeTakeFirstOrThrow();
  const { rows } = await sql<{ oid: string }>`
    select oid::text from pg_database where datname = current_database()
  `.execute(db);
  const same = [...identity.split(':').slice(0, 2), rows[0]?.oid].join(':');
  await db.updateTable('databaseEpoch').set({ identity: same }).execute();
}

test('a database that is served again after another one holds what that one has paid', async () => {
  const first = await (await copyDatabase(world))();
  await begin(first.context);
  expect(await listHolds(first.context.db, 'bank_one')).toEqual([]);
  // Who signs in now: what was ended while the other was served is open here.
  await begin(context);
  const niceId = await sellToBank(await openClient());
  await begin(first.context);
  expect(await heldAt('bank_one', first.context)).toEqual([['unknown_spend', niceId]]);
});

test('files that are put back with their mark hold what was paid since, once no worker has seen them for minutes', async () => {
  const client = await openClient();
  const copy = await (await copyDatabase(world))();
  const niceId = await sellToBank(client);
  await keepIdentity(copy);
  await begin(copy.context, { folder: await temporaryFolder(), aheadMs: 4 * minute });
  expect(await heldAt('bank_one', copy.context)).toEqual([['unknown_spend', niceId]]);
});

test('what a restart of some minutes holds ends with the first look where nothing is unknown', async () => {
  await begin(context, { aheadMs: 4 * minute });
  const held = await reasonsOf(context);
  expect(held.map(({ chain }) => chain)).toEqual([...chainNames, ...listMoneyProviders(context)].toSorted());
  expect(held.filter(({ releasedBy }) => releasedBy !== 'agreement')).toEqual([]);
});

test('holds of a start raise an alarm only where they last, as while a node cannot be asked', async () => {
  const alarms = async () => {
    const rows = context.db.selectFrom('alarms').select(['subject', 'clearedAt']).where('kind', '=', 'payouts_held');
    return (await rows.where(sql`details ->> 'reason'`, '=', 'unseen').execute()).map((one) => [
      one.subject,
      one.clearedAt !== null,
    ]);
  };
  await begin(context, { aheadMs: 4 * minute });
  expect(await alarms()).toEqual([]);
  const isDown = () => Promise.reject(new ProviderError('bitcoin', 'unreachable'));
  const bitcoin = { ...context.providers.bitcoin, getHeight: isDown };
  const own = { ...context, config: { ...context.config }, providers: { ...context.providers, bitcoin } };
  const look = (aheadMs: number, which: AppContext = own) =>
    watchWallets({ ...which, clock: { now: () => new Date(right().getTime() + aheadMs) } });
  await begin(own, { aheadMs: 8 * minute });
  await look(8.5 * minute);
  expect(await alarms()).toEqual([]);
  for (const after of [9.1, 10.1]) {
    await look(after * minute);
    expect(await alarms()).toEqual([['bitcoin', false]]);
  }
  await look(10.2 * minute, { ...context, config: { ...context.config } });
  expect(await alarms()).toEqual([['bitcoin', true]]);
});

test('a copy that was made while the clock was ahead finds what was paid after it', async () => {
  const client = await openClient();
  clock.now = () => new Date(right().getTime() + 3 * day);
  await begin(context, { aheadMs: 3 * day });
  const start = await copyDatabase(world);
  clock.now = right;
  await begin(context);
  const niceId = await sellToBank(client);
  const later = await start();
  await begin(later.context, { folder: await temporaryFolder(), aheadMs: 2 * day });
  expect(await heldAt('bank_one', later.context)).toEqual([['unknown_spend', niceId]]);
});
