import type { AppContext } from '../../context.ts';
import { newUuid } from '../../new-uuid.ts';
import { clearAlarm } from '../alarms/clear-alarm.ts';
import { changeStatus } from '../lifecycle/change-status.ts';
import { giveToBalance } from '../lifecycle/give-to-balance.ts';
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
    const { orderId, status: from } = order;
    const now = context.clock.now();
    const refundId = newUuid(context);
    await trx
      .insertInto('refunds')
      .values({
        refundId,
        orderId,
        amount,
        currency,
        method: 'balance',
        reason: 'payout_returned',
        status: 'done',
        sourceKey: `stuck_payout:${payoutId}`,
        createdAt: now,
        doneAt: now,
      })
      .execute();
    await changeStatus(context, trx, { orderId, from, to: 'refunded', reason: 'payout_returned', actor: 'system' });
    await giveToBalance(context, trx, order, { refundId, amount, currency });
    await clearAlarm(context, trx, 'payout_failed', orderId);
    await noteAction(context, trx, { operator, action: 'payout_to_balance', subject: niceId, details: { payoutId } });
  });
}
