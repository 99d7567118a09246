import type { DueSource } from '../lifecycle/due-source.ts';
import { broadcastPayoutJob } from './jobs/broadcast-payout.ts';
import { buildPayoutJob } from './jobs/build-payout.ts';
import { followPayoutJob } from './jobs/follow-payout.ts';

const jobOf = new Map([
  ['planned', buildPayoutJob],
  ['signed', broadcastPayoutJob],
  ['broadcast', followPayoutJob],
  ['confirmed', followPayoutJob],
]);

/** Orders whose pay-out on a chain is not settled. */
export const listDuePayouts: DueSource = async (executor, before, { after, size }) => {
  const rows = await executor
    .selectFrom('payouts')
    .innerJoin('orders', 'orders.orderId', 'payouts.orderId')
    .select(['payouts.orderId', 'payouts.status'])
    .where('payouts.status', 'in', [...jobOf.keys()])
    .where('orders.createdAt', '<', before)
    .where('payouts.orderId', '>', after)
    .orderBy('payouts.orderId')
    .limit(size)
    .execute();
  return rows.flatMap(({ orderId, status }) => {
    const job = jobOf.get(status);
    return job === undefined ? [] : [{ orderId, job }];
  });
};
