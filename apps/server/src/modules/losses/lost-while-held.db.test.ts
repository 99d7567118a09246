import { expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { drainJobs } from '../../jobs/drain-jobs.ts';
import { allJobs } from '../../worker.ts';
import { collectTransfers } from '../bank-payins/collect-transfers.ts';
import { payByTransfer, returnAtBank } from '../bank-payins/fixtures/pay-by-transfer.ts';
import { watchReturns } from '../bank-payins/watch-returns.ts';
import { bitcoinDeposits } from '../chain-payins/bitcoin-deposits.ts';
import { scanDeposits } from '../chain-payins/scan-deposits.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { listHolds, openHold, releaseHolds } from '../payout-holds/store.ts';
import { openLossWorld } from './fixtures/open-loss-world.ts';

const { world, both, report, buy, spend } = await openLossWorld();
const { context, sandbox } = world;
const { db } = context;

let holds = 0;
async function holdChain(chain: string) {
  holds += 1;
  await openHold(context, db, { chain, reason: 'restored', subject: `the restore ${holds}` });
}
async function endHold(chain: string) {
  const holdIds = (await listHolds(db, chain)).map(({ holdId }) => holdId);
  await db.transaction().execute((trx) => releaseHolds(context, trx, { chain, holdIds, by: 'found nothing' }));
}
const stateOf = async (niceId: string) => (await world.read(niceId)).status;

test('a part that is lost while the pay-out is held stays held once the rest is lost, by card', async () => {
  const client = await world.signInClient();
  const { nice_id } = (await world.buy(client.access)).order;
  const payment = await world.paymentOf(nice_id);
  await holdChain('bitcoin');
  await report(payment, 'approved');
  await report(payment, 'refunded', '100.00');
  expect([await stateOf(nice_id), ...(await both(client, 'EUR'))]).toEqual(['processing', 0n, 0n]);
  await endHold('bitcoin');
  await report(payment, 'chargeback');
  expect([await stateOf(nice_id), ...(await both(client, 'EUR'))]).toEqual(['error', 0n, 10_000n]);
  await report(payment, 'won');
  expect(await both(client, 'EUR')).toEqual([15_000n, 0n]);
  expect(await readBalance(db, paths.chargebackLoss, 'EUR')).toBe(0n);
  await expectSound(world);
});

test('and where the order was paid from the balance', async () => {
  const client = await world.signInClient();
  const { payment, amount } = await buy(client);
  const dst_address = await sandbox.outsideAddress('ethereum');
  const niceId = await spend(client, amount, { payout_currency: 'ETH', payout_group: 'ethereum', dst_address });
  await holdChain('ethereum');
  await report(payment, 'refunded', '100.00');
  expect([await stateOf(niceId), ...(await both(client, 'BTC'))]).toEqual(['processing', 0n, 0n]);
  await endHold('ethereum');
  await report(payment, 'chargeback');
  expect([await stateOf(niceId), ...(await both(client, 'BTC'))]).toEqual(['error', 0n, amount]);
  await report(payment, 'won');
  const [free = 0n, held = 0n] = await both(client, 'BTC');
  expect([free + held, (held * 250n) / amount]).toEqual([amount, 99n]);
  await expectSound(world);
});

test('and by bank', async () => {
  const client = await world.signInClient();
  const { nice_id } = (await world.buy(client.access, { payin_group: 'sepa' })).order;
  await holdChain('bitcoin');
  const transfer = await payByTransfer(world, nice_id, '250.00');
  await collectTransfers(context);
  const credit = allJobs.filter(({ definition }) => definition.name === 'credit-transfers');
  await drainJobs(context, world.boss, credit);
  await returnAtBank(world, transfer, '100.00');
  await watchReturns(context);
  expect([await stateOf(nice_id), ...(await both(client, 'EUR'))]).toEqual(['processing', 0n, 0n]);
  await endHold('bitcoin');
  await returnAtBank(world, transfer, '150.00');
  await watchReturns(context);
  expect([await stateOf(nice_id), ...(await both(client, 'EUR'))]).toEqual(['error', 0n, 10_000n]);
  await expectSound(world);
});

test('and by two deposits, of which the first to be lost comes back alone', async () => {
  const gone = new Set<string>();
  const chain: typeof bitcoinDeposits = {
    ...bitcoinDeposits,
    read: async (tools, txid) => (gone.has(txid) ? undefined : bitcoinDeposits.read(tools, txid)),
  };
  const client = await world.signInClient();
  const dst_address = await sandbox.outsideAddress('ethereum');
  const paid = { payin_currency: 'BTC', payin_group: 'bitcoin', payin_amount: '0.02' };
  const changes = { ...paid, payout_currency: 'ETH', payout_group: 'ethereum', dst_address };
  const { nice_id } = (await world.buy(client.access, changes)).order;
  const address = String((await world.read(nice_id, client.access))['crypto_address']);
  await holdChain('ethereum');
  const pay = async (amount: string) => {
    const txid = await sandbox.send('bitcoin', { address, amount });
    await sandbox.mine('bitcoin', 1);
    for (let turn = 0; turn < 2; turn += 1) await scanDeposits(context, chain);
    return txid;
  };
  const [first, second] = [await pay('0.012'), await pay('0.008')];
  gone.add(second);
  await scanDeposits(context, chain);
  expect([await stateOf(nice_id), ...(await both(client, 'BTC'))]).toEqual(['processing', 0n, 0n]);
  await endHold('ethereum');
  gone.add(first);
  await scanDeposits(context, chain);
  expect([await stateOf(nice_id), ...(await both(client, 'BTC'))]).toEqual(['error', 0n, 800_000n]);
  gone.delete(second);
  await scanDeposits(context, chain);
  expect(await both(client, 'BTC')).toEqual([800_000n, 0n]);
  gone.delete(first);
  await scanDeposits(context, chain);
  expect(await both(client, 'BTC')).toEqual([2_000_000n, 0n]);
  await expectSound(world);
});
