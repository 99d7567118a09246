import type { DueSource } from '../../jobs/due-jobs.ts';
import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';

/** Follows a sent payout until the bank has settled it; each run queues the next one. */
export const followBankPayoutJob = defineJob({
  name: 'follow-bank-payout',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});

/** Sends an order's payout through the bank. */
export const sendBankPayoutJob = defineJob({
  name: 'send-bank-payout',
  payload: z.object({ orderId: z.uuid() }),
  retries: 30,
  retrySeconds: 1,
  retryMaxSeconds: 60,
});

/** Orders whose payout is not sent or not settled yet. */
export const dueBankPayouts: DueSource = async (executor, before, { after, size }) => {
  const rows = await executor
    .selectFrom('bankPayouts')
    .innerJoin('orders', 'orders.orderId', 'bankPayouts.orderId')
    .select(['bankPayouts.orderId', 'bankPayouts.status'])
    .where('orders.createdAt', '<', before)
    .where('bankPayouts.orderId', '>', after)
    .where('bankPayouts.status', 'in', ['planned', 'sent'])
    .orderBy('bankPayouts.orderId')
    .limit(size)
    .execute();
  return rows.map(({ orderId, status }) => ({
    orderId,
    job: status === 'planned' ? sendBankPayoutJob : followBankPayoutJob,
  }));
};
