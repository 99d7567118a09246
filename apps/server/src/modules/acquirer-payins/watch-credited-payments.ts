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
  await settleInTurns(context, async (page) => selectCredited(context, page), {
    work: 'watch-credited-payments',
    againWithin: 600,
    nameOf: ({ orderId }) => orderId,
    settle: async ({ acquirer, acquirerPaymentId }) =>
      acquirerPaymentId === null ? undefined : confirmCardPayment(context, { acquirer, acquirerPaymentId }),
    size,
  });
}

const credited = z.object({
  acquirer: z.string(),
  acquirerPaymentId: z.string().nullable(),
  orderId: z.string(),
  isNext: z.boolean(),
});

/** Those queried longest ago. What has left since then is put behind the others, and later watched no more. */
async function selectCredited({ db, clock }: AppContext, { size, since }: { size: number; since: Date }) {
  const now = clock.now();
  const lately = new Date(now.getTime() - 3600 * 1000);
  for (;;) {
    const { rows } = await sql`
      update card_payments payment
      set has_left = finished_at is not null, is_watched = finished_at is null or credited_at > ${lately},
        asked_at = case when page.has_left = (finished_at is not null) then ${now} else asked_at end
      from (
        select payment_id, has_left from card_payments
        where is_watched and status = 'approved' and credited_at is not null
          and (asked_at is null or asked_at < ${since} or asked_at > ${now})
        order by has_left, asked_at nulls first limit ${size}
      ) page, orders
      where payment.payment_id = page.payment_id and payment.order_id = orders.order_id
      returning acquirer, acquirer_payment_id, payment.order_id, is_watched and payment.has_left = page.has_left as is_next
    `.execute(db);
    const next = z
      .array(credited)
      .parse(rows)
      .filter(({ isNext }) => isNext);
    if (next.length > 0 || rows.length === 0) return next;
  }
}
