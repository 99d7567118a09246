import type { AppContext } from '../../context.ts';
import { clearAlarm } from '../alarms/clear-alarm.ts';
import { creditTransfersJob } from '../bank-payins/jobs/credit-transfers.ts';
import { findRequisites } from '../bank-payins/store.ts';
import { findOrder } from '../lifecycle/store.ts';
import { holdUnplacedTransfer } from './hold-unplaced-transfer.ts';
import { noteAction } from './note-action.ts';
import { OperatorFault } from './operator-fault.ts';

/**
 * Says that a transfer which nobody could place is an order's. From here on it goes the way of every transfer: another
 * name than the client's, an order that has ended, another amount are what they always are.
 *
 * @throws OperatorFault
 */
export async function placeTransfer(
  context: AppContext,
  { outsideId, niceId, operator }: { outsideId: string; niceId: string; operator: string },
): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const { transferId } = await holdUnplacedTransfer(trx, outsideId);
    const order = await findOrder(trx, { niceId });
    if (order === undefined) throw new OperatorFault(`There is no order ${niceId}.`);
    const { orderId } = order;
    if ((await findRequisites(trx, orderId)) === undefined)
      throw new OperatorFault(`The order ${niceId} is not paid by bank transfer.`);
    await trx
      .updateTable('bankTransfers')
      .set({ status: 'matched', orderId, returnAfter: null })
      .where('transferId', '=', transferId)
      .execute();
    await clearAlarm(context, trx, 'transfer_unplaced', outsideId);
    await noteAction(context, trx, { operator, action: 'transfer_placed', subject: outsideId, details: { niceId } });
    await context.jobs.enqueue(trx, creditTransfersJob, { orderId }, { singletonKey: orderId });
  });
}
