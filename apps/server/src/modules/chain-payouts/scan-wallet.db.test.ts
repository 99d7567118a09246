import { afterEach, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { chainSettings } from '../../providers/chain-settings.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { listHolds, openHold, releaseHolds } from '../payout-holds/store.ts';
import { scanWallet } from './scan-wallet.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const { settledConfirmations } = chainSettings(context.config, 'bitcoin');
const address = world.walletAddress;
const treasury = () => readBalance(db, paths.treasury, 'BTC');
/** The clients of the demo hold something already. */
const before = await treasury();
const outputs = () => db.selectFrom('walletOutputs').select(['origin', 'isSpendable']).execute();
const gone = () =>
  db
    .selectFrom('alarms')
    .select('subject')
    .where('kind', '=', 'wallet_output_gone')
    .where('clearedAt', 'is', null)
    .execute();

afterEach(async () => {
  expect(await world.compare()).toEqual([]);
});

test('funding counts at the settled depth, once, and not a block before', async () => {
  await sandbox.send('bitcoin', { address, amount: '0.5' });
  await scanWallet(context);
  await sandbox.mine('bitcoin', settledConfirmations - 1);
  await scanWallet(context);
  expect(await outputs()).toEqual([]);
  await sandbox.mine('bitcoin');
  await Promise.all([scanWallet(context), scanWallet(world.jobContext)]);
  await scanWallet(context);
  expect(await outputs()).toEqual([{ origin: 'funding', isSpendable: true }]);
  expect((await treasury()) - before).toBe(50_000_000n);
});

test('funding that a reorganisation took away is not spent until it is back, and a person hears of it', async () => {
  const txid = await sandbox.send('bitcoin', { address, amount: '0.25' });
  await sandbox.mine('bitcoin', settledConfirmations);
  await scanWallet(context);
  expect((await treasury()) - before).toBe(75_000_000n);
  await sandbox.reorganise('bitcoin', settledConfirmations);
  await scanWallet(context);
  expect(await gone()).toMatchObject([{ subject: expect.stringContaining(txid) as string }]);
  expect((await outputs()).filter(({ isSpendable }) => isSpendable)).toHaveLength(1);
  await sandbox.mine('bitcoin', 1);
  await scanWallet(context);
  expect(await gone()).toEqual([]);
  expect((await outputs()).filter(({ isSpendable }) => isSpendable)).toHaveLength(2);
  expect((await treasury()) - before).toBe(75_000_000n);
});

test('the node scans its coins once for each block, and again while coins wait for a person', async () => {
  const { bitcoin } = context.providers;
  const usual = bitcoin.listOutputs.bind(bitcoin);
  let scans = 0;
  bitcoin.listOutputs = (owners) => {
    scans += 1;
    return usual(owners);
  };
  const scansOf = async (times: number) => {
    scans = 0;
    for (let time = 0; time < times; time += 1) await scanWallet(context);
    return scans;
  };
  try {
    await sandbox.mine('bitcoin', 1);
    expect(await scansOf(3)).toBe(1);
    await sandbox.send('bitcoin', { address, amount: '0.125' });
    await sandbox.mine('bitcoin', settledConfirmations);
    // After a restore everything new is left to a person.
    await openHold(context, db, { chain: 'bitcoin', reason: 'restored', subject: 'a copy' });
    expect(await scansOf(3)).toBe(3);
    const holds = await listHolds(db, 'bitcoin');
    const holdIds = holds.map(({ holdId }) => holdId);
    await db.transaction().execute((trx) => releaseHolds(context, trx, { chain: 'bitcoin', holdIds, by: 'agreement' }));
    expect(await scansOf(3)).toBe(1);
    expect(await outputs()).toHaveLength(3);
  } finally {
    bitcoin.listOutputs = usual;
  }
});
