import type { AppContext } from '../../context.ts';
import { clearAlarm } from '../alarms/clear-alarm.ts';
import { refundPayout } from '../lifecycle/refund-payout.ts';
import { holdStuckPayout } from './hold-stuck-payout.ts';
import { noteAction } from './note-action.ts';

/** Gives the money of a stuck pay-out to its client's balance; the order ends as refunded. @throws OperatorFault */
export async function givePayoutToBalance(
  context: AppContext,
  { niceId, operator }: { niceId: string; operator: string },
): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const { order, payout } = await holdStuckPayout(trx, niceId);
    const { payoutId, amount, currency } = payout;
    await refundPayout(context, trx, order, { sourceKey: `stuck_payout:${payoutId}`, amount, currency });
    await clearAlarm(context, trx, 'payout_failed', order.orderId);
    await noteAction(context, trx, { operator, action: 'payout_to_balance', subject: niceId, details: { payoutId } });
  });
}
