import type { AppContext } from '../../context.ts';
import { raiseAlarm } from '../alarms/raise-alarm.ts';
import type { CardPayoutRow } from './store.ts';

/**
 * The acquirer does not send the money: nothing has left, the order keeps it, and a person must look. Of a try that was
 * given up for another one nothing is noted.
 */
export async function failCardPayout(
  context: AppContext,
  { orderId, payoutId }: Pick<CardPayoutRow, 'orderId' | 'payoutId'>,
  reason: string,
): Promise<void> {
  const failed = await context.db
    .updateTable('cardPayouts')
    .set({ status: 'failed', failureReason: reason, updatedAt: context.clock.now() })
    .where('payoutId', '=', payoutId)
    .where('status', 'in', ['sending', 'pending'])
    .executeTakeFirst();
  if (failed.numUpdatedRows === 0n) return;
  await raiseAlarm(context, context.db, { kind: 'payout_failed', subject: orderId, details: { reason } });
}
