import type { DueSource } from '../lifecycle/due-source.ts';
import { refundCardPaymentJob } from './jobs/refund-card-payment.ts';
import { watchCardPaymentJob } from './jobs/watch-card-payment.ts';

/** Orders whose payment can still be made, or whose late payment is still to go back. */
export const listDueCardPayments: DueSource = async (executor, before, { after, size }) => {
  const rows = await executor
    .selectFrom('cardPayments')
    .select(['orderId', 'status', 'refundRequestedAt', 'refundedAt'])
    .where('createdAt', '<', before)
    .where('orderId', '>', after)
    .where((where) =>
      where.or([
        where('status', 'in', ['intended', 'created', 'challenge', 'declined']),
        where.and([where('refundRequestedAt', 'is not', null), where('refundedAt', 'is', null)]),
      ]),
    )
    .orderBy('orderId')
    .limit(size)
    .execute();
  return rows.map(({ orderId, refundRequestedAt, refundedAt }) => ({
    orderId,
    job: refundRequestedAt !== null && refundedAt === null ? refundCardPaymentJob : watchCardPaymentJob,
  }));
};
