import { afterEach, beforeAll, expect, test } from 'vitest';
import { syncCardPayment } from '../acquirer-payins/results/sync-card-payment.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { buildPayouts } from './build-payout.ts';
import { followPayout } from './follow-payout.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const access = await world.signIn();
beforeAll(() => world.fundWallet('5', 'ETH'));
afterEach(async () => {
  await expectSound(world);
  expect(await compareWithOutside(context)).toEqual([]);
});

const buyTo = (address: string) =>
  world.buy(access, { payout_currency: 'ETH', payout_group: 'ethereum', dst_address: address });

test('gas is estimated for contracts: one that accepts ether is paid, and its gas is booked', async () => {
  const address = await sandbox.outsideAddress('ethereum', 'accepts');
  const { order } = await buyTo(address);
  await sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved', 0);
  const { orderId } = await db
    .selectFrom('orders')
    .select('orderId')
    .where('niceId', '=', order.nice_id)
    .executeTakeFirstOrThrow();
  await syncCardPayment(context, orderId);
  await buildPayouts(context, [{ orderId }]);
  await sandbox.mine('ethereum', 3);
  await followPayout(context, orderId);
  const { status, txid, payout_amount: amount } = await world.read(order.nice_id, access);
  expect(status).toBe('finished');
  const { transactions } = await sandbox.balance('ethereum', address, 'ETH');
  expect(transactions.map((one) => [one.txid, Number(one.amount)])).toEqual([[txid, Number(amount)]]);
  const { gasLimit, bookedFee } = await db
    .selectFrom('accountTransactions')
    .innerJoin('payouts', 'payouts.payoutId', 'accountTransactions.payoutId')
    .select(['gasLimit', 'bookedFee'])
    .where('orderId', '=', orderId)
    .executeTakeFirstOrThrow();
  expect(gasLimit).toBeGreaterThan(43_000n);
  expect(bookedFee).toBeGreaterThan(0n);
});

test('gas is estimated for contracts: one that refuses ether is refused in the address step', async () => {
  const { body } = await buyTo(await sandbox.outsideAddress('ethereum', 'refuses'));
  expect(body.errors).toMatchObject([{ code: 'ADDRESS_INVALID', field: 'dst_address' }]);
  expect(body.errors[0]?.text).toContain('contract');
  expect(await db.selectFrom('payouts').select('orderId').where('status', '<>', 'confirmed').execute()).toEqual([]);
});
