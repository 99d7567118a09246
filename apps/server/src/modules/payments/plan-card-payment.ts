import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import type { OrderRow } from '../lifecycle/store.ts';
import { watchCardPaymentJob } from './jobs/watch-card-payment.ts';
import { findPaymentWay } from './payment-way.ts';

/** The call that made the order tries first. */
const startPauseMs = 3000;

/** Notes in the caller's transaction that an order is to be paid through a firm, and queues the work. */
export async function planCardPayment(
  context: AppContext,
  trx: Executor,
  order: Pick<OrderRow, 'orderId' | 'payinAmount' | 'payinCurrency' | 'pricing'>,
): Promise<void> {
  const { orderId } = order;
  const now = context.clock.now();
  await trx
    .insertInto('cardPayments')
    .values({
      paymentId: newUuid(context),
      orderId,
      acquirer: findPaymentWay(order.pricing.payinProvider).acquirer,
      status: 'intended',
      amount: order.payinAmount,
      currency: order.payinCurrency,
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  const startAfter = new Date(now.getTime() + startPauseMs);
  await context.jobs.enqueue(trx, watchCardPaymentJob, { orderId }, { startAfter, singletonKey: orderId });
}
