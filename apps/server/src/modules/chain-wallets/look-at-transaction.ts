import type { AppContext } from '../../context.ts';
import type { EvmTransaction } from '../../providers/evm/port.ts';
import { listAttempts, type AccountAttempt } from './account-store.ts';

/** Which bytes of a number the network has. At most one set of them can ever be in the chain. */
export interface AccountLook {
  attempt: AccountAttempt;
  found: EvmTransaction;
}

/**
 * Where a transaction stands: the bytes that are in a block, or else the newest that the node knows at all.
 *
 * @throws ProviderError
 */
export async function lookAtTransaction(
  { db, providers }: AppContext,
  transactionId: string,
): Promise<AccountLook | undefined> {
  let known: AccountLook | undefined;
  for (const attempt of await listAttempts(db, transactionId)) {
    const found = await providers.evm.getTransaction(attempt.txid);
    if (found === undefined) continue;
    if (found.confirmations > 0) return { attempt, found };
    known ??= { attempt, found };
  }
  return known;
}
