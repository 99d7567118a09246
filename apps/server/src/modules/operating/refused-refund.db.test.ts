import { expect, test } from 'vitest';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { refundCardPayment } from '../acquirer-payins/refund-card-payment.ts';
import { collectTransfers } from '../bank-payins/collect-transfers.ts';
import { payByTransfer, returnAtBank } from '../bank-payins/fixtures/pay-by-transfer.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { remakeOrder } from '../orders/fixtures/remake-order.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { refundMoney } from '../payin-methods/refund-money.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { clearByHand } from './alarms.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
const card = context.providers.acquirers.find('card_one');
const { bank } = context.providers;
const refuse = () => Promise.reject(new ProviderError('it', 'refused', { code: 'no_funds', message: 'no funds' }));

/** A canceled order to which money came afterwards. */
async function late(fields: Record<string, string>) {
  const client = await world.signInClient();
  const { order } = await world.buy(client.access, fields);
  const niceId = order.nice_id;
  await world.work();
  const { orderId = '' } = (await findOrder(db, { niceId })) ?? {};
  return { client, niceId, orderId, end: () => world.call(`/onramp/o/${niceId}/cancel`, {}, client.access) };
}

const isOpen = async (subject: string) => {
  const alarms = db.selectFrom('alarms').select('alarmId').where('kind', '=', 'refund_failed');
  return (await alarms.where('subject', '=', subject).where('clearedAt', 'is', null).execute()).length === 1;
};
const clear = (subject: string) =>
  clearByHand(context, { kind: 'refund_failed', subject, reason: 'paid it from elsewhere', operator: 'grace' });

test('a refund that the bank refuses is tried again, so it is not cleared as paid from elsewhere: it would be paid twice', async () => {
  const { niceId, orderId, end } = await late({ payin_group: 'sepa', payin_amount: '250' });
  const usual = bank.returnTransfer.bind(bank);
  bank.returnTransfer = refuse;
  await end();
  const id = await payByTransfer(world, niceId, '250.00');
  await collectTransfers(context);
  await world.work({ isEarly: true });
  await refundMoney(context, orderId).catch(() => undefined);
  expect(await isOpen(orderId)).toBe(true);
  await expect(clear(orderId)).rejects.toThrow('is tried again');
  expect(await isOpen(orderId)).toBe(true);
  bank.returnTransfer = usual;
  // A person has returned it on the bank's own page: it is found there, and ends.
  await returnAtBank(world, id, '250.00');
  await refundMoney(context, orderId);
  expect(await isOpen(orderId)).toBe(false);
  expect((await sandbox.journal()).bank_out.filter(({ kind }) => kind === 'return')).toHaveLength(1);
  await expectSound(world);
});

test('nor is one that the acquirer refuses', async () => {
  const { niceId, orderId } = await late({});
  const payment = await world.paymentOf(niceId);
  await remakeOrder(world.ownerUrl, niceId, "status = 'expired', finished_at = now()");
  const usual = card.refundPayment.bind(card);
  card.refundPayment = refuse;
  await sandbox.settlePayment(payment, 'approved', 0);
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
  await refundCardPayment(context, orderId).catch(() => undefined);
  expect(await isOpen(orderId)).toBe(true);
  await expect(clear(orderId)).rejects.toThrow('is tried again');
  card.refundPayment = usual;
  await refundCardPayment(context, orderId);
  expect(await isOpen(orderId)).toBe(false);
});
