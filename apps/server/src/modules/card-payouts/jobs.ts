import { z } from 'zod';
import { defineJob } from '../../jobs/define-job.ts';
import type { DueSource } from '../../jobs/due-jobs.ts';

/** Sends an order's money to its card, and polls until the acquirer has paid it; each poll queues the next one. */
export const sendCardPayoutJob = defineJob({
  name: 'send-card-payout',
  payload: z.object({ orderId: z.uuid() }),
  retries: 50,
  retrySeconds: 2,
  retryMaxSeconds: 300,
});

/** Orders whose money must still go to a card, or is on its way there. */
export const listDueCardPayouts: DueSource = async (executor, before, { after, size }) => {
  const rows = await executor
    .selectFrom('cardPayouts')
    .innerJoin('orders', 'orders.orderId', 'cardPayouts.orderId')
    .select('cardPayouts.orderId')
    .where('cardPayouts.status', 'in', ['planned', 'sending', 'pending'])
    // The filter is the order's age, not the payout's: otherwise the order would seem to have nothing due.
    .where('orders.createdAt', '<', before)
    .where('cardPayouts.orderId', '>', after)
    .orderBy('cardPayouts.orderId')
    .limit(size)
    .execute();
  return rows.map(({ orderId }) => ({ orderId, job: sendCardPayoutJob }));
};
