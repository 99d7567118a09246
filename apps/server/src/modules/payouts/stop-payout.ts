import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';

/** Stops a pay-out of which nothing was signed yet. @returns whether it was stopped */
export async function stopPayout({ clock }: AppContext, trx: Executor, orderId: string): Promise<boolean> {
  const stopped = await trx
    .updateTable('payouts')
    .set({ status: 'stuck', updatedAt: clock.now() })
    .where('orderId', '=', orderId)
    .where('status', '=', 'planned')
    .executeTakeFirst();
  return stopped.numUpdatedRows === 1n;
}
