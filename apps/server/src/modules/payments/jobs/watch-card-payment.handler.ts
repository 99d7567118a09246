import type { AppContext } from '../../../context.ts';
import { isOpenPayment } from '../rules.ts';
import { findCardPayment } from '../store.ts';
import { syncCardPayment } from '../sync-card-payment.ts';
import { watchPause } from '../watch-pause.ts';
import { watchCardPaymentJob } from './watch-card-payment.ts';

export async function handleWatchCardPayment(context: AppContext, { orderId }: { orderId: string }): Promise<void> {
  const { db, clock, jobs } = context;
  const known = await findCardPayment(db, orderId);
  if (known === undefined || !isOpenPayment(known.status)) return;
  await syncCardPayment(context, orderId);
  const payment = await findCardPayment(db, orderId);
  if (payment === undefined || !isOpenPayment(payment.status)) return;
  const startAfter = watchPause(clock.now(), payment.updatedAt);
  await jobs.enqueue(db, watchCardPaymentJob, { orderId }, { startAfter, singletonKey: orderId });
}
