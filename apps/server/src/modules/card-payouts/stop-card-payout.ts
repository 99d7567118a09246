import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';

/** Stops a pay-out that the acquirer was not asked for yet. @returns whether it was stopped */
export async function stopCardPayout({ clock }: AppContext, trx: Executor, orderId: string): Promise<boolean> {
  const stopped = await trx
    .updateTable('cardPayouts')
    .set({ status: 'stopped', updatedAt: clock.now() })
    .where('orderId', '=', orderId)
    .where('status', '=', 'planned')
    .executeTakeFirst();
  return stopped.numUpdatedRows === 1n;
}
