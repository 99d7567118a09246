import type { AppContext } from '../../context.ts';
import type { ChainName } from '../../providers/chain-settings.ts';
import type { SpendDetails } from '../payout-holds/store.ts';
import type { Executor } from '../../database/db.ts';

/** A transaction that only our keys can have signed and that the books do not know. */
export interface UnknownSpend {
  /** The transaction's id, or the number of the wallet's that it used. */
  subject: string;
  details: SpendDetails;
}

/** What a chain says of our own transactions. Every method throws ProviderError. */
export interface OwnSpends {
  name: ChainName;
  getHeight(context: AppContext): Promise<number>;
  /** What tells a block from another one of its height. */
  getHash(context: AppContext, height: number): Promise<string>;
  /** Unknown ones in a block. `isRestored`: what only may be ours counts too. */
  findInBlock(context: AppContext, height: number, isRestored: boolean): Promise<UnknownSpend[]>;
  /** Unknown ones that no block needs be read for; `isAll`: none that waits can have been missed. */
  findNow(context: AppContext, isRestored: boolean): Promise<{ found: UnknownSpend[]; isAll: boolean }>;
  /** Whether the blocks need not be read, as nothing of ours can be in them. */
  isQuiet(context: AppContext): Promise<boolean>;
}

/** Whether we made a transaction ourselves: what it brings to our addresses was ours before. */
export async function isOwnTransaction(executor: Executor, txid: string): Promise<boolean> {
  const [payout, attempt] = [
    await executor.selectFrom('payouts').select('txid').where('txid', '=', txid).executeTakeFirst(),
    await executor.selectFrom('accountAttempts').select('txid').where('txid', '=', txid).executeTakeFirst(),
  ];
  return payout !== undefined || attempt !== undefined;
}
