import { expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { balancePayin } from '../balance-payins/balance-payin.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { confirmCardPayment } from './results/apply-card-payment.ts';
import { watchCreditedPayments } from './watch-credited-payments.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;

/** Taken back before we ever saw it, and won back: it is on its client's balance. */
async function won() {
  const client = await world.signInClient();
  const { nice_id: niceId } = (await world.buy(client.access)).order;
  const payment = await world.paymentOf(niceId);
  const hear = async () => confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
  await sandbox.settlePayment(payment, 'approved', 0);
  await sandbox.settlePayment(payment, 'chargeback', 0);
  await hear();
  await sandbox.settlePayment(payment, 'won', 0);
  await hear();
  expect(await readBalance(db, paths.client(client.niceId), 'EUR')).toBe(25_000n);
  return { client, payment };
}

test('what is bought with it is not final while it can be charged back', async () => {
  const { client } = await won();
  const paid = { orderId: client.clientId, clientId: client.clientId, since: new Date() };
  expect(await balancePayin.isFinal(context, paid, new Date())).toBe(false);
});

test('what is taken back of it again is seen within a minute', async () => {
  const { client, payment } = await won();
  await sandbox.settlePayment(payment, 'chargeback', 0);
  await watchCreditedPayments(context);
  expect(await readBalance(db, paths.held(client.niceId), 'EUR')).toBe(25_000n);
});
