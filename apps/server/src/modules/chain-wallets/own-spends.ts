import type { AppContext } from '../../context.ts';
import type { ChainName } from '../../config/config-chains.ts';
import type { OrderRow } from '../order-lifecycle/store.ts';
import type { PayoutHold, SpendDetails } from '../payout-holds/store.ts';
import type { Executor } from '../../database/db.ts';
import { type AccountTransaction, listAttempts, lockTransaction, openStatuses } from './account-store.ts';
import { hotWallet } from './wallets.ts';

/** A transaction that only our keys can have signed and that the books do not have. */
export interface UnknownSpend {
  /** The transaction's id, or the nonce of the wallet that it used. */
  subject: string;
  details: SpendDetails;
}

/** As the chain has it now; `confirmations` is 0 while it waits, and `isOurs` is false where no coin shows that. */
export interface SpendNow {
  details: SpendDetails;
  confirmations: number;
  isOurs?: boolean;
}

/** What was found in blocks, the hash of the last one, and of the one before the first; empty where none is needed. */
export interface ReadBlocks {
  found: UnknownSpend[];
  hash: string;
  previous: string;
}

export interface FindNow {
  isRestored: boolean;
  height: number;
  isToEnd: boolean;
}

/** A chain's own transactions of our wallet. Every method throws ProviderError. */
export interface OwnSpends {
  name: ChainName;
  getHeight(context: AppContext): Promise<number>;
  /** Distinguishes a block from another one of its height. */
  getHash(context: AppContext, height: number): Promise<string>;
  /**
   * Unknown ones in blocks that follow each other; `undefined` where the node has one of them not, or not of the same
   * chain. `isRestored`: transactions that only may be ours count too.
   */
  findInBlocks(context: AppContext, heights: readonly number[], isRestored: boolean): Promise<ReadBlocks | undefined>;
  /** Unknown ones that can be found without reading blocks; `isAll`: no waiting one can have been missed. */
  findNow(context: AppContext, how: FindNow): Promise<{ found: UnknownSpend[]; isAll: boolean }>;
  /** `undefined` where it will never be in a block: other bytes have used its number or its coins. */
  readAgain(context: AppContext, held: UnknownSpend): Promise<SpendNow | undefined>;
  /** Whether the blocks need not be read, as they cannot contain anything of ours that the books do not have. */
  isQuiet(context: AppContext, isRestored: boolean): Promise<boolean>;
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

/** What an unknown transaction of the wallet has moved, and under which nonce. */
type Moved = Pick<PayoutHold, 'chain' | 'details'>;

/** The open transaction of the books whose nonce an unknown one has used. */
export async function findOvertaken(
  { config }: Pick<AppContext, 'config'>,
  trx: Executor,
  { chain, details: { nonce } }: Moved,
): Promise<AccountTransaction | undefined> {
  if (nonce === undefined) return undefined;
  const row = trx.selectFrom('accountTransactions').selectAll().where('chain', '=', chain);
  const own = row.where('sender', '=', hotWallet(config).address).where('nonce', '=', BigInt(nonce));
  return own.where('status', 'in', openStatuses).executeTakeFirst();
}

/** Whether an unknown transaction has moved just what the one of its nonce in the books was to move. */
export function isSameMovement(
  { recipient, currency, amount }: AccountTransaction,
  { details: { payments } }: Moved,
): boolean {
  const [paid, more] = payments;
  const isTheirs = paid?.address.toLowerCase() === recipient.toLowerCase() && paid.currency === currency;
  return isTheirs && more === undefined && BigInt(paid.amount) === amount;
}

/** Whether a transaction has paid where an order is to be paid, in its currency. */
export function paidTo(
  { chain, details: { payments } }: Moved,
  { payoutGroup, destinationAddress, payoutCurrency }: OrderRow,
): boolean {
  const isTheirs = (one: (typeof payments)[number]) =>
    one.address === destinationAddress && one.currency === payoutCurrency;
  return chain === payoutGroup && payments.some(isTheirs);
}

/**
 * Bytes that a restore forgot are a nonce's, and are found by their id from here on. Only the node has them: should a
 * reorganisation take them, those of the books are sent again, which move the same.
 */
export async function adoptAttempt(
  { clock }: Pick<AppContext, 'clock'>,
  trx: Executor,
  { transactionId }: AccountTransaction,
  txid: string,
): Promise<void> {
  await lockTransaction(trx, transactionId);
  const [newest, ...older] = await listAttempts(trx, transactionId);
  const { attemptNumber } = newest;
  const same = [newest, ...older].find(({ isCancel }) => !isCancel) ?? newest;
  const row = { ...same, attemptNumber: attemptNumber + 1, txid, createdAt: clock.now() };
  await trx.insertInto('accountAttempts').values(row).execute();
}
