import type { AppContext } from '../../context.ts';
import { type Executor, requireRightClock } from '../../database/db.ts';
import type { EvmFees } from '../../providers/evm/port.ts';
import { etherCode, tokenAddress } from '../../providers/evm/token-address.ts';
import type { EvmWallet } from '../../providers/evm/wallet.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { type AccountAttempt, type AccountTransaction, listAttempts, lockTransaction } from './account-store.ts';
import { lookAtTransaction } from './record-look.ts';

/** What the newest bytes of a nonce do: move the coins, or only free the nonce for those behind it. */
export type AttemptPurpose = 'transfer' | 'cancel';

/** A nonce and its bytes. */
interface SentAttempt {
  transactionId: string;
  /** Whether its coins are not to move any more, asked before bytes are signed; left out, never. */
  isUnwanted?(trx: Executor): Promise<boolean>;
}

/**
 * Sends the newest stored bytes of a nonce. An unknown result is looked up by their id. Bytes that the network refuses
 * for paying too little are replaced by ones with a higher fee once they have waited for long enough; bytes that it
 * refuses for any other reason, by ones that move nothing.
 *
 * @throws ProviderError when the network has none of the nonce's bytes
 */
export async function sendAttempt(
  context: AppContext,
  wallet: EvmWallet,
  attempt: SentAttempt,
): Promise<AttemptPurpose> {
  const { transactionId } = attempt;
  try {
    return await sendNewest(context, transactionId);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.kind !== 'refused') throw error;
    // A used nonce holds back no other transaction.
    const change = error.code === 'conflict' ? undefined : error.code === 'underpriced' ? 'dearer' : 'cancel';
    await markRefused(context, transactionId);
    if (change === undefined || !(await replaceNewest(context, wallet, attempt, change))) throw error;
    return sendNewest(context, transactionId);
  }
}

/**
 * Replaces bytes that have waited for too long by ones with a higher fee, and sends those.
 *
 * @throws ProviderError
 */
export async function hurryAttempt(context: AppContext, wallet: EvmWallet, attempt: SentAttempt): Promise<void> {
  if (await replaceNewest(context, wallet, attempt, 'dearer')) await sendNewest(context, attempt.transactionId);
}

/** Raises the fee of a transaction that waits. */
export type Hurry = (context: AppContext, wallet: EvmWallet, transaction: AccountTransaction) => Promise<void>;

/** Wei that a transfer costs at most with the bytes that are due in place of ones that have waited for too long. */
export async function costOfDearer(context: AppContext, row: AccountTransaction): Promise<bigint | undefined> {
  const [newest] = await listAttempts(context.db, row.transactionId);
  const estimate = await context.providers.evm.estimateFees();
  const next = decideNext(context, { row, newest, estimate, change: 'dearer' });
  return next === undefined || next.isCancel ? undefined : row.gasLimit * next.fees.maxFeePerGas;
}

async function sendNewest(context: AppContext, transactionId: string): Promise<AttemptPurpose> {
  const [newest] = await listAttempts(context.db, transactionId);
  try {
    await context.providers.evm.broadcast(newest.rawTransaction);
  } catch (error) {
    // Earlier bytes of the same nonce can be in a block already.
    if ((await lookAtTransaction(context, transactionId)) === undefined) throw error;
  }
  await context.db
    .updateTable('accountTransactions')
    .set({ refusedAt: null })
    .where('transactionId', '=', transactionId)
    .where('refusedAt', 'is not', null)
    .execute();
  return newest.isCancel ? 'cancel' : 'transfer';
}

/** Remembers since when no node takes the bytes of a nonce. */
async function markRefused({ db, clock }: AppContext, transactionId: string): Promise<void> {
  await db
    .updateTable('accountTransactions')
    .set({ refusedAt: clock.now() })
    .where('transactionId', '=', transactionId)
    .where('refusedAt', 'is', null)
    .execute();
}

/** How long bytes may wait for a block before ones with a higher fee replace them. */
const patienceMs = 3 * 60_000;
/** How long the network may refuse bytes before their nonce is freed: a node that fails recovers sooner. */
export const refusedMs = 15 * 60_000;
/** Nodes accept a replacement only for an eighth more. */
const bumpPercent = 113n;
const gwei = 1_000_000_000n;
/** Gas of ether that an account sends to itself. */
export const cancelGas = 21_000n;

/** @returns whether it was time, and the most we pay was not reached @throws WrongClock: it would not be time yet */
async function replaceNewest(
  context: AppContext,
  wallet: EvmWallet,
  { transactionId, isUnwanted }: SentAttempt,
  wanted: 'dearer' | 'cancel' | 'revoke',
): Promise<boolean> {
  const estimate = await context.providers.evm.estimateFees();
  return context.db.transaction().execute(async (trx) => {
    await requireRightClock(trx);
    const change = wanted === 'dearer' && (await isUnwanted?.(trx)) === true ? 'outbid' : wanted;
    const row = await lockTransaction(trx, transactionId);
    if (row.status !== 'sent' && row.status !== 'signed') return false;
    const attempts = await listAttempts(trx, transactionId);
    const [newest] = attempts;
    const next = decideNext(context, { row, newest, estimate, change });
    const amount = next && amountAt(row, attempts.at(-1) ?? newest, next);
    if (next === undefined || amount === undefined) return false;
    await signNext(context, trx, wallet, { row, newest, next: { ...next, amount } });
    return true;
  });
}

function decideNext(
  { config, clock }: AppContext,
  { row, ...waiting }: Pick<Waiting, 'newest' | 'estimate' | 'change'> & { row: AccountTransaction },
): NextAttempt | undefined {
  const most = BigInt(config.ETHEREUM_MAX_FEE_GWEI) * gwei;
  return decideAttempt({ ...waiting, now: clock.now(), refusedAt: row.refusedAt, most });
}

/** A fee of more than this part of the amount makes collecting pointless. */
export const worthTimes = 2n;

/** What moves with dearer bytes: a collection of ether pays them of what it collects, as long as that is worth it. */
function amountAt(
  { purpose, currency, amount, gasLimit }: AccountTransaction,
  first: EvmFees,
  { isCancel, fees }: NextAttempt,
): bigint | undefined {
  if (isCancel) return 0n;
  if (purpose !== 'collect' || currency !== etherCode) return amount;
  const [all, cost] = [amount + gasLimit * first.maxFeePerGas, gasLimit * fees.maxFeePerGas];
  return all > cost * worthTimes ? all - cost : undefined;
}

/** Replaces bytes that were not sent, and whose coins are not to move any more, by ones that only free their nonce. */
export async function revokeAttempt(context: AppContext, wallet: EvmWallet, attempt: SentAttempt): Promise<void> {
  await replaceNewest(context, wallet, attempt, 'revoke');
}

/** A nonce whose bytes do not get into a block. */
interface Waiting {
  now: Date;
  refusedAt: Date | null;
  newest: Pick<AccountAttempt, 'createdAt' | 'isCancel' | keyof EvmFees>;
  estimate: EvmFees;
  /** The most we pay, in wei per gas. */
  most: bigint;
  /** `outbid`: the network has or takes the bytes, and their coins are not to move any more. */
  change: 'dearer' | 'cancel' | 'revoke' | 'outbid';
}

interface NextAttempt {
  isCancel: boolean;
  fees: EvmFees;
}

/**
 * Which bytes replace the newest ones of a nonce: once one of them is in a block, the others never can be. A nonce that
 * is being freed is not used for the coins again.
 *
 * @returns `undefined` when it is too early, or when the most we pay is reached
 */
export function decideAttempt({ now, refusedAt, newest, estimate, most, change }: Waiting): NextAttempt | undefined {
  const fees = raise(newest, estimate);
  if (change === 'revoke') return newest.isCancel ? undefined : { isCancel: true, fees: capFees(fees, most) };
  if (change === 'cancel' && !newest.isCancel) {
    if (refusedAt === null || refusedAt.getTime() + refusedMs > now.getTime()) return undefined;
    // Where no node has the earlier bytes, nothing has to be outbid.
    return { isCancel: true, fees: capFees(fees, most) };
  }
  if (newest.createdAt.getTime() + patienceMs > now.getTime() || fees.maxFeePerGas > most) return undefined;
  return { isCancel: newest.isCancel || change === 'outbid', fees };
}

async function signNext(
  { config, clock }: AppContext,
  trx: Executor,
  wallet: EvmWallet,
  { row, newest, next }: { row: AccountTransaction; newest: AccountAttempt; next: NextAttempt & { amount: bigint } },
): Promise<void> {
  const { transactionId, gasLimit, recipient, currency, nonce } = row;
  const { isCancel, fees, amount } = next;
  const moved = isCancel
    ? { gasLimit: cancelGas, recipient: wallet.address, token: '', amount }
    : { gasLimit, recipient, token: tokenAddress(config, currency), amount };
  const signed = await wallet.sign({ nonce: Number(nonce), ...moved, ...fees });
  const bytes = { attemptNumber: newest.attemptNumber + 1, isCancel, ...signed, ...fees, createdAt: clock.now() };
  await trx
    .insertInto('accountAttempts')
    .values({ transactionId, ...bytes })
    // A restore forgot these, and they were adopted by their id.
    .onConflict((conflict) => conflict.column('txid').doUpdateSet(bytes))
    .execute();
}

function raise(before: EvmFees, estimate: EvmFees): EvmFees {
  return {
    maxFeePerGas: greater((before.maxFeePerGas * bumpPercent) / 100n + 1n, estimate.maxFeePerGas),
    maxPriorityFeePerGas: greater(
      (before.maxPriorityFeePerGas * bumpPercent) / 100n + 1n,
      estimate.maxPriorityFeePerGas,
    ),
  };
}

export function capFees({ maxFeePerGas, maxPriorityFeePerGas }: EvmFees, most: bigint): EvmFees {
  const cap = (fee: bigint) => (fee < most ? fee : most);
  return { maxFeePerGas: cap(maxFeePerGas), maxPriorityFeePerGas: cap(maxPriorityFeePerGas) };
}

function greater(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
