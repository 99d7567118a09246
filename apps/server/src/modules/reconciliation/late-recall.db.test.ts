import { formatUnits } from '@causeway/domain/currencies/format-units';
import { expect, test } from 'vitest';
import { drainJobs } from '../../jobs/drain-jobs.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { allJobs } from '../../worker.ts';
import { collectTransfers } from '../bank-payins/collect-transfers.ts';
import { payByTransfer, returnAtBank, sendToAccount } from '../bank-payins/fixtures/pay-by-transfer.ts';
import { watchReturns } from '../bank-payins/watch-returns.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { watchBank } from './compare-bank.ts';
import { reconcile } from './reconcile.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const { bank } = context.providers;
const findReturns = bank.findReturns.bind(bank);
const asked: string[] = [];
bank.findReturns = (id) => {
  asked.push(id);
  return findReturns(id);
};
/** @returns the transfers that the bank was asked for */
async function watch(size?: number): Promise<string[]> {
  asked.length = 0;
  await watchBank(context, size === undefined ? {} : { size });
  return [...asked];
}

/** What was paid by transfers, three hours ago. */
async function paidBefore(count: number) {
  const client = await world.signInClient();
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const bought = { payin_group: 'sepa', payin_amount: '250', payout_group: 'balance', dst_address: '' };
    const { order } = await world.buy(client.access, bought);
    ids.push(await payByTransfer(world, order.nice_id, '250.00'));
    await collectTransfers(context);
    const own = allJobs.filter(({ definition }) => definition.name === 'credit-transfers');
    await drainJobs(context, world.boss, own);
  }
  const createdAt = new Date(Date.now() - 3 * 3_600_000);
  await db.updateTable('bankTransfers').set({ createdAt }).where('outsideId', 'in', ids).execute();
  await watchReturns(context);
  const free = () => readBalance(db, paths.client(client.niceId), 'BTC');
  return { client, ids, free };
}

test('a recall hours later is seen within a minute, before what it bought is spent, and asks for no more than it must', async () => {
  const { client, ids, free } = await paidBefore(4);
  const [first = '', second = '', third = '', fourth = ''] = ids;
  expect(await watch()).toEqual([]);
  const all = await free();
  await returnAtBank(world, third, '250.00');
  expect(await watch(1)).toEqual([fourth, third]);
  expect(await watch()).toEqual([]);
  const left = await free();
  expect(left > 0n && left < all).toBe(true);

  // What is recalled in part, and the oldest of them: it goes on where it stopped.
  await returnAtBank(world, first, '100.00');
  expect(await watch(1)).toEqual([second, first]);
  const paid = { payin_currency: 'BTC', payin_group: 'balance', payin_amount: formatUnits(left, 'BTC') };
  const { body } = await world.buy(client.access, { ...paid, payout_group: 'bitcoin' });
  expect(body.success).toBe(0);
  expect(await reconcile(context, { pauseMs: 0 })).toEqual([]);
  await expectSound(world);
});

test('money that the bank has and that was not collected yet starts no look; a lasting difference, one each ten minutes', async () => {
  const { ids } = await paidBefore(1);
  const iban = await sandbox.bankIban();
  await sendToAccount(world, { iban, reference: 'nobody', amount: '5.00' });
  expect(await watch()).toEqual([]);
  await reconcile(context, { pauseMs: 0 });
  const { getAccount } = bank;
  bank.getAccount = async () => ({ iban, balances: [{ currency: 'EUR', balance: '1.00' }] });
  expect(await watch()).toEqual(expect.arrayContaining(ids));
  await reconcile(context, { pauseMs: 0 });
  expect(await watch()).toEqual([]);
  const clock = { ...context.clock, now: () => new Date(Date.now() + 11 * 60_000) };
  asked.length = 0;
  await watchBank({ ...context, clock });
  expect(asked).toEqual(expect.arrayContaining(ids));
  bank.getAccount = getAccount;
});
