import type { AppContext } from '../../context.ts';
import { listAttempts } from './account-store.ts';
import { lookAtTransaction } from './look-at-transaction.ts';

/**
 * Sends the newest stored bytes of a number. An unknown result is looked up by their id.
 *
 * @throws ProviderError when the network has none of the number's bytes
 */
export async function sendAttempt(context: AppContext, transactionId: string): Promise<void> {
  const [newest] = await listAttempts(context.db, transactionId);
  try {
    await context.providers.evm.broadcast(newest.rawTransaction);
  } catch (error) {
    // Earlier bytes of the same number can be in a block already.
    if ((await lookAtTransaction(context, transactionId)) === undefined) throw error;
  }
}
