import { expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { freeHeldMoney } from '../operating/kept-money.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { confirmCardPayment } from './results/apply-card-payment.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;

test('what a person has decided of a loss that has ended says nothing of the next one', async () => {
  const client = await world.signInClient();
  const { order } = await world.buy(client.access, { payout_group: 'balance', dst_address: '' });
  const payment = await world.paymentOf(order.nice_id);
  const hear = async () => confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
  const report = async (result: 'approved' | 'chargeback' | 'won') => {
    await sandbox.settlePayment(payment, result, 0);
    await hear();
  };
  const both = async () => [
    await readBalance(db, paths.client(client.niceId), 'BTC'),
    await readBalance(db, paths.held(client.niceId), 'BTC'),
  ];
  await report('approved');
  const [all = 0n] = await both();
  await report('chargeback');
  await freeHeldMoney(context, { client: client.niceId, currency: 'BTC', why: 'held', operator: 'grace' });
  await report('won');
  expect(await both()).toEqual([all, 0n]);
  await report('chargeback');
  expect(await both()).toEqual([0n, all]);
  const acquirer = context.providers.acquirers.find('card_one');
  const usual = acquirer.getPayment.bind(acquirer);
  acquirer.getPayment = async (id) => ({ ...(await usual(id)), status: 'approved', refundedAmount: '100.00' });
  await hear();
  const share = (all * 2n) / 5n;
  expect(await both()).toEqual([all - share, share]);
});
