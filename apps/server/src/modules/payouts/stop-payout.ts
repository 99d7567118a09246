import type { AppContext, Executor } from '../../context.ts';

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
