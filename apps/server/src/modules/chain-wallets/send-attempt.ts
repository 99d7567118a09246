import type { AppContext } from '../../context.ts';
import type { EvmWallet } from '../../providers/evm/wallet.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { listAttempts } from './account-store.ts';
import { lookAtTransaction } from './look-at-transaction.ts';
import { replaceAttempt } from './replace-attempt.ts';

/**
 * Sends the newest stored bytes of a number. An unknown result is looked up by their id. Bytes that the network refuses
 * for paying too little give way to dearer ones once they have waited for long enough.
 *
 * @throws ProviderError when the network has none of the number's bytes
 */
export async function sendAttempt(context: AppContext, wallet: EvmWallet, transactionId: string): Promise<void> {
  try {
    await sendNewest(context, transactionId);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.code !== 'underpriced') throw error;
    if (!(await hurryAttempt(context, wallet, transactionId))) throw error;
  }
}

/**
 * Replaces bytes that have waited for too long by dearer ones, and sends those.
 *
 * @returns whether it was time, and the most we pay was not reached
 * @throws ProviderError
 */
export async function hurryAttempt(context: AppContext, wallet: EvmWallet, transactionId: string): Promise<boolean> {
  const estimate = await context.providers.evm.estimateFees();
  const attempt = await context.db
    .transaction()
    .execute((trx) => replaceAttempt(context, trx, wallet, transactionId, estimate));
  if (attempt === undefined) return false;
  await sendNewest(context, transactionId);
  return true;
}

async function sendNewest(context: AppContext, transactionId: string): Promise<void> {
  const [newest] = await listAttempts(context.db, transactionId);
  try {
    await context.providers.evm.broadcast(newest.rawTransaction);
  } catch (error) {
    // Earlier bytes of the same number can be in a block already.
    if ((await lookAtTransaction(context, transactionId)) === undefined) throw error;
  }
}
