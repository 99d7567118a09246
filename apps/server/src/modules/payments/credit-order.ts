import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { paths } from '../../ledger/paths.ts';
import { receiveMoney } from '../settlement/receive-money.ts';
import type { PaymentNews } from './payment-news.ts';
import { noteCredited } from './store.ts';

/** Takes an approved payment in, in the caller's transaction: the order is credited, exchanged and planned to be paid out. */
export async function creditOrder(
  context: AppContext,
  trx: Executor,
  { order, payment, outside }: PaymentNews,
): Promise<void> {
  const { paymentId, acquirer, amount, currency } = payment;
  if (!(await noteCredited(trx, paymentId, outside, context.clock.now())))
    throw new Error(`The payment of order ${order.niceId} was credited twice.`);
  const from = paths.worldCard(acquirer);
  await receiveMoney(context, trx, order, {
    kind: 'card_payin',
    key: `card_payin:${paymentId}`,
    from,
    amount,
    currency,
    arrivedAt: outside.approvedAt,
  });
}
