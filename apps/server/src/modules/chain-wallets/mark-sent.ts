import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';

/** Notes that the network has taken a transaction. */
export async function markSent({ clock }: AppContext, trx: Executor, transactionId: string): Promise<void> {
  await trx
    .updateTable('accountTransactions')
    .set({ status: 'sent', updatedAt: clock.now() })
    .where('transactionId', '=', transactionId)
    .where('status', '=', 'signed')
    .execute();
}
