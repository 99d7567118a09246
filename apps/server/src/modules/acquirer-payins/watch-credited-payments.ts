import { sql } from 'kysely';
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { defineJob } from '../../jobs/define-job.ts';
import { settleEach } from '../alarms/settle-each.ts';
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

/** Most payments queried in one run, those that waited longest first. */
const paymentsMax = 100;

/**
 * Polls payments that were credited and could still be taken back before their money has left: of unfinished orders,
 * and those of the last hour. Webhooks are faster; a lost one is made good here.
 */
export async function watchCreditedPayments(context: AppContext): Promise<void> {
  const { db, clock } = context;
  const lately = new Date(clock.now().getTime() - 3600 * 1000);
  const asked = await db
    .updateTable('cardPayments')
    .set({ askedAt: clock.now() })
    .where('paymentId', 'in', (payments) =>
      payments
        .selectFrom('cardPayments')
        .innerJoin('orders', 'orders.orderId', 'cardPayments.orderId')
        .select('cardPayments.paymentId')
        .where('cardPayments.status', '=', 'approved')
        .where('creditedAt', 'is not', null)
        .where((where) => where.or([where('creditedAt', '>', lately), where('orders.finishedAt', 'is', null)]))
        .orderBy(sql`asked_at nulls first`)
        .limit(paymentsMax),
    )
    .returning(['acquirer', 'acquirerPaymentId', 'orderId'])
    .execute();
  await settleEach(context, asked, {
    work: 'watch-credited-payments',
    againWithin: 600,
    nameOf: ({ orderId }) => orderId,
    settle: async ({ acquirer, acquirerPaymentId }) =>
      acquirerPaymentId === null ? undefined : confirmCardPayment(context, { acquirer, acquirerPaymentId }),
  });
}
