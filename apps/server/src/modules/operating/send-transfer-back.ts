import type { AppContext } from '../../context.ts';
import { holdUnplacedTransfer } from './hold-unplaced-transfer.ts';
import { noteAction } from './note-action.ts';

/** Has a transfer that nobody could place go back now and not only when its week is over. @throws OperatorFault */
export async function sendTransferBack(
  context: AppContext,
  { outsideId, operator }: { outsideId: string; operator: string },
): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const { transferId } = await holdUnplacedTransfer(trx, outsideId);
    await trx
      .updateTable('bankTransfers')
      .set({ returnAfter: context.clock.now() })
      .where('transferId', '=', transferId)
      .execute();
    await noteAction(context, trx, { operator, action: 'transfer_returned', subject: outsideId });
  });
}
