import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { clearAlarm } from '../alarms/clear-alarm.ts';

/** Stops a pay-out of which nothing was signed yet, also one that waits for a person. @returns whether it was stopped */
export async function stopPayout(context: AppContext, trx: Executor, orderId: string): Promise<boolean> {
  const stopped = await trx
    .updateTable('payouts')
    .set({ status: 'stuck', updatedAt: context.clock.now() })
    .where('orderId', '=', orderId)
    .where('status', 'in', ['planned', 'stuck'])
    .where('txid', 'is', null)
    .executeTakeFirst();
  if (stopped.numUpdatedRows !== 1n) return false;
  await clearAlarm(context, trx, 'payout_failed', orderId);
  return true;
}
