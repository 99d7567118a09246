import { expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { confirmCardPayment } from './results/apply-card-payment.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;

// The sandbox takes no refund back, so what the acquirer says first is made up, and the journal is not compared.
test('an order gives what it has, and what of its payment was won before is held on the balance', async () => {
  const client = await world.signInClient();
  const { nice_id: niceId } = (await world.buy(client.access)).order;
  const payment = await world.paymentOf(niceId);
  const hear = async () => confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
  await sandbox.settlePayment(payment, 'approved', 0);
  const acquirer = context.providers.acquirers.find('card_one');
  const usual = acquirer.getPayment.bind(acquirer);
  acquirer.getPayment = async (id) => ({ ...(await usual(id)), refundedAmount: '100.00' });
  await hear();
  await world.call('/lt_decision', { nice_id: niceId, answer: 'yes' }, client.access);
  expect(await world.read(niceId)).toMatchObject({ status: 'processing', payin_amount: '150.00' });
  acquirer.getPayment = usual;
  await hear();
  const euros = async () => [
    await readBalance(db, paths.client(client.niceId), 'EUR'),
    await readBalance(db, paths.held(client.niceId), 'EUR'),
    await readBalance(db, paths.chargebackLoss, 'EUR'),
  ];
  expect(await euros()).toEqual([10_000n, 0n, 0n]);
  await sandbox.settlePayment(payment, 'chargeback', 0);
  await hear();
  await hear();
  expect([(await world.read(niceId)).status, await euros()]).toEqual(['error', [0n, 10_000n, -10_000n]]);
  await world.work();
  expect((await world.read(niceId)).txid).toBe('');
  await sandbox.settlePayment(payment, 'won', 0);
  await hear();
  expect(await euros()).toEqual([25_000n, 0n, 0n]);
});
