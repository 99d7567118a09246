import { formatUnits } from '@causeway/domain/currencies/format-units';
import { sql } from 'kysely';
import { expect, test, vi } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { postRelease } from '../balance-payins/balance-payin.ts';
import { endOrder } from '../order-lifecycle/change-status.ts';
import { findOrder, lockOrder } from '../order-lifecycle/store.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';

const world = await openOrderWorld({ connections: 3 });
const { context, sandbox } = world;
const { db } = context;

const both = async ({ niceId }: SignedInClient, currency: string) => [
  await readBalance(db, paths.client(niceId), currency),
  await readBalance(db, paths.held(niceId), currency),
];
async function report(payment: string, result: 'approved' | 'chargeback') {
  await sandbox.settlePayment(payment, result, 0);
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
}

const isWaiting = async () =>
  (await sql`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`.execute(db))
    .rows.length > 0;

test('an order that its client cancels while the loss of its money is booked', async () => {
  const client = await world.signInClient();
  const onBalance = { payout_group: 'balance', dst_address: '' };
  const { order } = await world.buy(client.access, onBalance);
  const payment = await world.paymentOf(order.nice_id);
  await report(payment, 'approved');
  const [amount = 0n] = await both(client, 'BTC');
  const payin_amount = formatUnits(amount - 1n, 'BTC');
  const paid = { payin_currency: 'BTC', payin_group: 'balance', payin_amount, payout_currency: 'ETH', ...onBalance };
  const { body } = await world.buy(client.access, paid);
  expect(body.errors).toEqual([]);
  const { orderId } = (await findOrder(db, { niceId: body.nice_id })) ?? { orderId: '' };
  const [released, booking] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // As `releaseBalance` does it, with the loss on its way before this is committed.
  const canceled = db.transaction().execute(async (trx) => {
    const spent = await lockOrder(trx, orderId);
    await endOrder(context, trx, spent, { to: 'canceled', reason: 'payment_canceled', actor: 'client' });
    await postRelease(context, trx, spent);
    released.resolve();
    await booking.promise;
  });
  await released.promise;
  const loss = report(payment, 'chargeback');
  await vi.waitUntil(isWaiting, { timeout: 10_000, interval: 20 });
  booking.resolve();
  await Promise.all([canceled, loss]);
  expect(await both(client, 'BTC')).toEqual([0n, amount]);
  await expectSound(world);
});
