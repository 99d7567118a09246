import { afterEach, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import type { AcquirerPayment } from '../../providers/acquirer/port.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { compareWithOutside } from '../reconciliation/reconcile.ts';
import { refundCardPayment } from './refund-card-payment.ts';
import { confirmCardPayment } from './results/apply-card-payment.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const acquirer = context.providers.acquirers.find('card_one');
const usual = acquirer.getPayment.bind(acquirer);
afterEach(async () => {
  acquirer.getPayment = usual;
  expect(await compareWithOutside(context)).toEqual([]);
});

/** A payment of 250 EUR that came after its order had ended; a dispute had taken 100 EUR of it before it was seen. */
async function lateInPart() {
  const client = await world.signInClient();
  const { order } = await world.buy(client.access);
  const niceId = order.nice_id;
  const payment = await world.paymentOf(niceId);
  await world.call(`/onramp/o/${niceId}/cancel`, {}, client.access);
  await sandbox.settlePayment(payment, 'approved', 0);
  const { orderId } = await db
    .selectFrom('orders')
    .select('orderId')
    .where('niceId', '=', niceId)
    .executeTakeFirstOrThrow();
  const hear = async (seen: Partial<AcquirerPayment> = {}) => {
    acquirer.getPayment = async (id) => ({ ...(await usual(id)), ...seen });
    await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
    acquirer.getPayment = usual;
  };
  await hear({ refundedAmount: '100.00' });
  const stands = async () => ({
    order: await readBalance(db, paths.order(niceId), 'EUR'),
    client: await readBalance(db, paths.client(client.niceId), 'EUR'),
    held: await readBalance(db, paths.held(client.niceId), 'EUR'),
    lost: await readBalance(db, paths.chargebackLoss, 'EUR'),
    outside: (await usual(payment)).refundedAmount,
  });
  return { orderId, payment, hear, stands };
}

test('what is won of a late payment on its way back goes back with it, once', async () => {
  const { orderId, hear, stands } = await lateInPart();
  await hear();
  await refundCardPayment(context, orderId);
  await hear();
  expect(await stands()).toEqual({ order: 0n, client: 0n, held: 0n, lost: 0n, outside: '250.00' });
});

test('and is taken back with it, where a dispute takes it all again', async () => {
  const { orderId, payment, hear, stands } = await lateInPart();
  await hear();
  await sandbox.settlePayment(payment, 'chargeback', 0);
  await hear();
  await refundCardPayment(context, orderId);
  expect(await stands()).toEqual({ order: 0n, client: 0n, held: 0n, lost: 0n, outside: '0.00' });
});

test('what is won after the rest went back is its client’s, and the rest is no loss', async () => {
  const { orderId, hear, stands } = await lateInPart();
  acquirer.getPayment = async (id) => ({ ...(await usual(id)), refundedAmount: '100.00' });
  await refundCardPayment(context, orderId);
  await hear();
  await hear();
  expect(await stands()).toEqual({ order: 0n, client: 10_000n, held: 0n, lost: 0n, outside: '150.00' });
});
