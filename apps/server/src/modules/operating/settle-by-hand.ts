import type { AppContext } from '../../context.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/post-entry.ts';
import { clearAlarm } from '../alarms/clear-alarm.ts';
import { addHistory } from '../lifecycle/add-history.ts';
import { changeStatus } from '../lifecycle/change-status.ts';
import { queueOrderLetter } from '../lifecycle/queue-order-letter.ts';
import { holdStuckPayout } from './hold-stuck-payout.ts';
import { noteAction } from './note-action.ts';

/**
 * Marks a stuck pay-out as paid by a person, from money that the product does not keep: what the order held is the
 * house's then.
 *
 * @param proof what tells that it was paid, for example a transaction or the number of a transfer
 * @throws OperatorFault
 */
export async function settleByHand(
  context: AppContext,
  { niceId, operator, proof }: { niceId: string; operator: string; proof: string },
): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const { order, payout } = await holdStuckPayout(trx, niceId);
    const { payoutId, amount, currency } = payout;
    const { orderId, status } = order;
    await postEntry(trx, context, {
      kind: 'payout_by_hand',
      reference: niceId,
      idempotencyKey: `payout_by_hand:${orderId}`,
      postings: [{ from: paths.order(niceId), to: paths.treasury, amount, currency }],
    });
    await addHistory(context, trx, { orderId, from: status, to: status, reason: 'payout_sent', actor: 'system' });
    await changeStatus(context, trx, { orderId, from: status, to: 'finished', actor: 'system' });
    await queueOrderLetter(context, trx, 'order-finished', order);
    await clearAlarm(context, trx, 'payout_failed', orderId);
    const details = { payoutId, proof };
    await noteAction(context, trx, { operator, action: 'payout_by_hand', subject: niceId, details });
  });
}
