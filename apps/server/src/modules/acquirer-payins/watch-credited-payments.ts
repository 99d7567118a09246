import { sql } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { settleInTurns } from '../alarms/settle-each.ts';
import { confirmCardPayment } from './results/apply-card-payment.ts';

/** Sees within a minute what an acquirer gives back of money that is about to leave. */
export const watchCreditedPaymentsJob = defineJob({
  name: 'watch-credited-payments',
  payload: z.object({}),
  retries: 1,
  retrySeconds: 5,
  retryMaxSeconds: 30,
  everySeconds: 30,
});

/**
 * Polls payments that were credited and could still be taken back: first those of unfinished orders, whose money has
 * not left, then those of the last hour. Webhooks are faster; a lost one is made good here.
 */
export async function watchCreditedPayments(context: AppContext, { size }: { size?: number } = {}): Promise<void> {
  await settleInTurns(context, async (most) => selectCredited(context, most), {
    work: 'watch-credited-payments',
    againWithin: 600,
    nameOf: ({ orderId }) => orderId,
    settle: async ({ acquirer, acquirerPaymentId }) =>
      acquirerPaymentId === null ? undefined : confirmCardPayment(context, { acquirer, acquirerPaymentId }),
    size,
  });
}

/** Those that were asked about longest ago; within one run each has its turn before one has a second. */
async function selectCredited({ db, clock }: AppContext, size: number) {
  const now = clock.now();
  const [lately, justNow] = [new Date(now.getTime() - 3600 * 1000), new Date(now.getTime() - 20_000)];
  return db
    .updateTable('cardPayments')
    .set({ askedAt: now })
    .where('paymentId', 'in', (payments) =>
      payments
        .selectFrom('cardPayments')
        .innerJoin('orders', 'orders.orderId', 'cardPayments.orderId')
        .select('cardPayments.paymentId')
        .where('cardPayments.status', '=', 'approved')
        .where('creditedAt', 'is not', null)
        .where((where) => where.or([where('creditedAt', '>', lately), where('orders.finishedAt', 'is', null)]))
        .orderBy(sql`coalesce(asked_at between ${justNow} and ${now}, false)`)
        .orderBy(sql`orders.finished_at is not null`)
        .orderBy(sql`asked_at nulls first`)
        .limit(size),
    )
    .returning(['acquirer', 'acquirerPaymentId', 'orderId'])
    .execute();
}
