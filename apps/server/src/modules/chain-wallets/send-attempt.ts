import type { AppContext } from '../../context.ts';
import type { EvmWallet } from '../../providers/evm/wallet.ts';
import { ProviderError } from '../../providers/provider-error.ts';
import { type AccountAttempt, listAttempts, lockTransaction } from './account-store.ts';
import { lookAtTransaction } from './record-look.ts';
import type { Executor } from '../../database/db.ts';
import type { EvmFees } from '../../providers/evm/port.ts';
import { tokenAddress } from '../../providers/evm/token-address.ts';

/**
 * Sends the newest stored bytes of a nonce. An unknown result is looked up by their id. Bytes that the network refuses
 * for paying too little are replaced by ones with a higher fee once they have waited for long enough.
 *
 * @throws ProviderError when the network has none of the nonce's bytes
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
 * Replaces bytes that have waited for too long by ones with a higher fee, and sends those.
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
    // Earlier bytes of the same nonce can be in a block already.
    if ((await lookAtTransaction(context, transactionId)) === undefined) throw error;
  }
}

/** How long bytes may wait for a block before ones with a higher fee replace them. */
const patienceMs = 3 * 60_000;
/** Nodes accept a replacement only for an eighth more. */
const bumpPercent = 113n;
const gwei = 1_000_000_000n;

/**
 * Signs a transaction that waits too long again with a higher fee, under the same nonce, and stores the bytes: once
 * one of them is in a block, the others never can be. One that no node accepts for paying too little waits as well, with
 * everything behind it.
 *
 * @returns `undefined` when it is too early, or when the most we pay is reached
 */
async function replaceAttempt(
  context: AppContext,
  trx: Executor,
  wallet: EvmWallet,
  transactionId: string,
  estimate: EvmFees,
): Promise<AccountAttempt | undefined> {
  const row = await lockTransaction(trx, transactionId);
  if (row.status !== 'sent' && row.status !== 'signed') return undefined;
  const [newest] = await listAttempts(trx, transactionId);
  const now = context.clock.now();
  if (newest.createdAt.getTime() + patienceMs > now.getTime()) return undefined;
  const fees = raise(newest, estimate);
  if (fees.maxFeePerGas > BigInt(context.config.ETHEREUM_MAX_FEE_GWEI) * gwei) return undefined;
  const { gasLimit, recipient, currency, amount, nonce } = row;
  const token = tokenAddress(context.config, currency);
  const signed = await wallet.sign({ nonce: Number(nonce), gasLimit, recipient, token, amount, ...fees });
  return trx
    .insertInto('accountAttempts')
    .values({ transactionId, attemptNumber: newest.attemptNumber + 1, ...signed, ...fees, createdAt: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

function raise(before: EvmFees, estimate: EvmFees): EvmFees {
  return {
    maxFeePerGas: most((before.maxFeePerGas * bumpPercent) / 100n + 1n, estimate.maxFeePerGas),
    maxPriorityFeePerGas: most((before.maxPriorityFeePerGas * bumpPercent) / 100n + 1n, estimate.maxPriorityFeePerGas),
  };
}

function most(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
