import type { DueSource } from '../lifecycle/due-source.ts';
import { followBankPayoutJob } from './jobs/follow-bank-payout.ts';
import { sendBankPayoutJob } from './jobs/send-bank-payout.ts';

/** Orders whose pay-out is still to be sent, or still to be settled. */
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
