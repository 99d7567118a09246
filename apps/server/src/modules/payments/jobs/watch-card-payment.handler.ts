import type { AppContext } from '../../../context.ts';
import { isOpenPayment } from '../rules.ts';
import { findCardPayment } from '../store.ts';
import { syncCardPayment } from '../sync-card-payment.ts';
import { watchPause } from '../watch-pause.ts';
import { watchCardPaymentJob } from './watch-card-payment.ts';

export async function handleWatchCardPayment(context: AppContext, { orderId }: { orderId: string }): Promise<void> {
  await syncCardPayment(context, orderId);
  const payment = await findCardPayment(context.db, orderId);
  if (payment === undefined || !isOpenPayment(payment.status)) return;
  const startAfter = watchPause(context.clock.now(), payment.updatedAt);
  await context.jobs.enqueue(context.db, watchCardPaymentJob, { orderId }, { startAfter, singletonKey: orderId });
}
