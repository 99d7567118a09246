import type { DueSource } from '../lifecycle/due-source.ts';
import { sendCardPayoutJob } from './jobs/send-card-payout.ts';

/** Orders whose money is still to go to a card, or on its way there. */
export const listDueCardPayouts: DueSource = async (executor, before, { after, size }) => {
  const rows = await executor
    .selectFrom('cardPayouts')
    .innerJoin('orders', 'orders.orderId', 'cardPayouts.orderId')
    .select('cardPayouts.orderId')
    .where('cardPayouts.status', 'in', ['planned', 'sending', 'pending'])
    // Of old orders, however young the pay-out: without it they would seem to have nothing to come.
    .where('orders.createdAt', '<', before)
    .where('cardPayouts.orderId', '>', after)
    .orderBy('cardPayouts.orderId')
    .limit(size)
    .execute();
  return rows.map(({ orderId }) => ({ orderId, job: sendCardPayoutJob }));
};
