import { expect, test } from 'vitest';
import type { AppContext } from '../../../context.ts';
import { ProviderError } from '../../../providers/provider-error.ts';
import { confirmCardPayment } from '../../acquirer-payins/results/apply-card-payment.ts';
import { findOrder } from '../../order-lifecycle/store.ts';
import { openOrderWorld } from '../../orders/fixtures/open-order-world.ts';
import { broadcastPayout } from '../broadcast-payout.ts';
import { buildPayouts } from '../build-payout.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;
await world.fundWallet('0.2');
const { bitcoin } = context.providers;

/** A network that refuses all bytes. */
function refusing(code: 'rejected' | 'underpriced'): AppContext {
  const broadcast = () => Promise.reject(new ProviderError('bitcoin', 'refused', { code, message: 'sending' }));
  const estimateFeeRate = () => Promise.resolve(2n);
  return { ...context, providers: { ...context.providers, bitcoin: { ...bitcoin, broadcast, estimateFeeRate } } };
}

test('nothing is signed for a payment that was taken back, also not once more for a higher fee', async () => {
  const client = await world.signInClient();
  const { order } = await world.buy(client.access);
  const payment = await world.paymentOf(order.nice_id);
  const report = async (result: 'approved' | 'chargeback') => {
    await sandbox.settlePayment(payment, result, 0);
    await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
  };
  await report('approved');
  const { orderId } = (await findOrder(db, { niceId: order.nice_id })) ?? { orderId: '' };
  await buildPayouts(refusing('rejected'), [{ orderId }]);
  const payout = () =>
    db.selectFrom('payouts').select(['status', 'txid']).where('orderId', '=', orderId).executeTakeFirstOrThrow();
  const signed = await payout();
  expect(signed.status).toBe('signed');
  await report('chargeback');
  await expect(broadcastPayout(refusing('underpriced'), orderId)).rejects.toThrow('sending');
  expect(await payout()).toEqual(signed);
}, 60_000);
