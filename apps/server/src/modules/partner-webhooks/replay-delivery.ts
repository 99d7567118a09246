import type { AppContext } from '../../context.ts';
import { inTransaction } from '../../database/in-transaction.ts';
import { queueNotice } from '../partners/queue-notice.ts';
import { rewind } from './store.ts';

/**
 * Sends a notice again, with its own id and body, whatever became of it before; its three days begin anew.
 *
 * @returns whether there is such a notice
 */
export async function replayDelivery(
  context: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
  deliveryId: string,
): Promise<boolean> {
  return inTransaction(context.db, async (trx) => {
    const isThere = await rewind(trx, deliveryId, context.clock.now());
    if (isThere) await queueNotice(context, trx, deliveryId);
    return isThere;
  });
}
