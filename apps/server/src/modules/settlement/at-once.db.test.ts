import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import type { Executor } from '../../database/db.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { approveByCode } from '../card-payouts/fixtures/sell-to-card.ts';
import { findOrder, lockOrder } from '../order-lifecycle/store.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { endHold } from './exchange-order.ts';
import { refundOrder } from './refund.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;

async function report(payment: string, result: 'approved' | 'chargeback' | 'won', worker = context) {
  await sandbox.settlePayment(payment, result, 0);
  await confirmCardPayment(worker, { acquirer: 'card_one', acquirerPaymentId: payment });
}

async function countWaiting(trx: Executor): Promise<number> {
  const { rows } = await sql`select from pg_locks where not granted`.execute(trx);
  return rows.length;
}

test('what a person gives back while its payment is lost is held', async () => {
  const client = await world.signInClient();
  const both = async () => [
    await readBalance(db, paths.client(client.niceId), 'BTC'),
    await readBalance(db, paths.held(client.niceId), 'BTC'),
  ];
  const { order } = await world.buy(client.access, { payout_group: 'balance', dst_address: '' });
  const payment = await world.paymentOf(order.nice_id);
  await report(payment, 'approved');
  const [amount = 0n] = await both();
  const { ORDER_MOST_EUR } = context.config;
  context.config.ORDER_MOST_EUR = 1;
  const paid = { payin_currency: 'BTC', payin_group: 'balance', payin_amount: formatUnits(amount, 'BTC') };
  const toEther = { payout_currency: 'ETH', payout_group: 'balance', dst_address: '' };
  const { body } = await world.buy(client.access, { ...paid, ...toEther });
  await approveByCode(world, client, body);
  context.config.ORDER_MOST_EUR = ORDER_MOST_EUR;
  expect((await world.read(body.nice_id)).status).toBe('processing');
  const { orderId = '' } = (await findOrder(db, { niceId: body.nice_id })) ?? {};
  const isLocked = Promise.withResolvers<undefined>();
  const givenBack = db.transaction().execute(async (trx) => {
    const locked = await lockOrder(trx, orderId);
    isLocked.resolve(undefined);
    await expect.poll(() => countWaiting(trx), { timeout: 90_000 }).toBeGreaterThan(0);
    expect(await endHold(context, trx, locked, 'given_back')).toBeDefined();
    await refundOrder(context, trx, locked, { reason: 'refund_started', actor: 'system' });
  });
  await isLocked.promise;
  await Promise.all([givenBack, report(payment, 'chargeback', world.jobContext)]);
  expect((await world.read(body.nice_id)).status).toBe('refunded');
  expect(await both()).toEqual([0n, amount]);
  await report(payment, 'won');
  expect(await both()).toEqual([amount, 0n]);
  await expectSound(world);
});
