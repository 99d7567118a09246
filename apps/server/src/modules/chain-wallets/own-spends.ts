import type { AppContext } from '../../context.ts';
import type { ChainName } from '../../config/config-chains.ts';
import type { SpendDetails } from '../payout-holds/store.ts';
import type { Executor } from '../../database/db.ts';

/** A transaction that only our keys can have signed and that the books do not have. */
export interface UnknownSpend {
  /** The transaction's id, or the nonce of the wallet that it used. */
  subject: string;
  details: SpendDetails;
}

/** A chain's own transactions of our wallet. Every method throws ProviderError. */
export interface OwnSpends {
  name: ChainName;
  getHeight(context: AppContext): Promise<number>;
  /** Distinguishes a block from another one of its height. */
  getHash(context: AppContext, height: number): Promise<string>;
  /** Unknown ones in a block. `isRestored`: transactions that only may be ours count too. */
  findInBlock(context: AppContext, height: number, isRestored: boolean): Promise<UnknownSpend[]>;
  /** Unknown ones that can be found without reading blocks; `isAll`: no waiting one can have been missed. */
  findNow(context: AppContext, isRestored: boolean): Promise<{ found: UnknownSpend[]; isAll: boolean }>;
  /** Whether the blocks need not be read, as they cannot contain anything of ours. */
  isQuiet(context: AppContext): Promise<boolean>;
}

/** Whether we made a transaction ourselves: the coins it brings to our addresses were ours before. */
export async function isOwnTransaction(executor: Executor, txid: string): Promise<boolean> {
  const [payout, attempt] = [
    await executor.selectFrom('payouts').select('txid').where('txid', '=', txid).executeTakeFirst(),
    await executor.selectFrom('accountAttempts').select('txid').where('txid', '=', txid).executeTakeFirst(),
  ];
  const replaced = await executor
    .selectFrom('replacedPayouts')
    .select('txid')
    .where('txid', '=', txid)
    .executeTakeFirst();
  return payout !== undefined || attempt !== undefined || replaced !== undefined;
}
