import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { EvmFees } from '../../providers/evm/port.ts';
import { tokenAddress } from '../../providers/evm/token-address.ts';
import type { EvmWallet } from '../../providers/evm/wallet.ts';
import { listAttempts, lockTransaction, type AccountAttempt } from './account-store.ts';

/** How long bytes may wait for a block before dearer ones take their place. */
const patienceMs = 3 * 60_000;
/** Nodes take a replacement only for an eighth more. */
const bumpPercent = 113n;
const gwei = 1_000_000_000n;

/**
 * Signs a stuck transaction again for more, under the same number, and stores the bytes: whichever of them comes into
 * a block, the others never can. One that no node took for paying too little is stuck as well, and everything behind it.
 *
 * @returns `undefined` when it is too early, or when the most we pay is reached
 */
export async function replaceAttempt(
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
