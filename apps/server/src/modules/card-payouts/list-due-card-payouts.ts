import type { DueSource } from '../lifecycle/due-source.ts';
import { sendCardPayoutJob } from './jobs/send-card-payout.ts';

/** Orders whose money is still to go to a card, or on its way there. */
export const listDueCardPayouts: DueSource = async (executor, before, { after, size }) => {
  const rows = await executor
    .selectFrom('cardPayouts')
    .select('orderId')
    .where('status', 'in', ['planned', 'sending', 'pending'])
    .where('createdAt', '<', before)
    .where('orderId', '>', after)
    .orderBy('orderId')
    .limit(size)
    .execute();
  return rows.map(({ orderId }) => ({ orderId, job: sendCardPayoutJob }));
};
