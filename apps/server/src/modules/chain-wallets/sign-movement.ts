import { sql } from 'kysely';
import { type Executor, requireRightClock } from '../../database/db.ts';
import type { AppContext } from '../../context.ts';
import { newUuid } from '../../new-uuid.ts';
import { etherCode, tokenAddress } from '../../providers/evm/token-address.ts';
import type { EvmWallet } from '../../providers/evm/wallet.ts';
import { sumOutgoing } from './account-store.ts';
import type { AccountReading, Movement } from './read-account.ts';

/**
 * Takes the next nonce of an account in the caller's transaction, so that it is used up if and only if its bytes are
 * stored, and locks the account until that ends.
 *
 * @param mined how many transactions of the account the node has in blocks
 */
async function reserveNonce(trx: Executor, chain: string, address: string, mined: number): Promise<number> {
  await trx
    .insertInto('accountNonces')
    .values({ chain, address, nextNonce: BigInt(mined) })
    .onConflict((conflict) => conflict.columns(['chain', 'address']).doNothing())
    .execute();
  const { nextNonce } = await trx
    .updateTable('accountNonces')
    .set({ nextNonce: sql<bigint>`greatest(next_nonce, ${mined}::bigint) + 1` })
    .where('chain', '=', chain)
    .where('address', '=', address)
    .returning('nextNonce')
    .executeTakeFirstOrThrow();
  return Number(nextNonce) - 1;
}

/** Gives back the nonce just taken, when the caller cannot use it after all. */
async function returnNonce(trx: Executor, chain: string, address: string, nonce: number): Promise<void> {
  await trx
    .updateTable('accountNonces')
    .set({ nextNonce: BigInt(nonce) })
    .where('chain', '=', chain)
    .where('address', '=', address)
    .execute();
}

const chain = 'ethereum';

/** Purpose of a transaction: a payout, or a deposit address with the reason. */
type MovementPurpose = { purpose: 'payout'; payoutId: string } | { purpose: 'collect' | 'gas'; addressId: string };

interface SignedMovement {
  transactionId: string;
  txid: string;
  rawTransaction: string;
  /** Wei that it can cost at most. */
  feeMost: bigint;
}

/**
 * Reserves the account's next nonce and stores the bytes signed under it, in the caller's transaction.
 *
 * @returns `undefined` when the account has too little; no nonce is used up then
 */
export async function signMovement(
  context: AppContext,
  trx: Executor,
  wallet: EvmWallet,
  movement: Movement & MovementPurpose,
  reading: AccountReading,
): Promise<SignedMovement | undefined> {
  await requireRightClock(trx);
  const { sender, recipient, currency, amount } = movement;
  const { fees, gasLimit } = reading;
  const feeMost = gasLimit * fees.maxFeePerGas;
  const nonce = await reserveNonce(trx, chain, sender, reading.mined);
  if (!(await isEnough(trx, movement, reading, feeMost))) {
    await returnNonce(trx, chain, sender, nonce);
    return undefined;
  }
  const token = tokenAddress(context.config, currency);
  const signed = await wallet.sign({ nonce, gasLimit, recipient, token, amount, ...fees });
  const transactionId = newUuid(context);
  const now = context.clock.now();
  await trx
    .insertInto('accountTransactions')
    .values({
      transactionId,
      chain,
      sender,
      nonce: BigInt(nonce),
      purpose: movement.purpose,
      payoutId: movement.purpose === 'payout' ? movement.payoutId : null,
      addressId: movement.purpose === 'payout' ? null : movement.addressId,
      currency,
      recipient,
      amount,
      gasLimit,
      status: 'signed',
      createdAt: now,
      updatedAt: now,
    })
    .execute();
  await trx
    .insertInto('accountAttempts')
    .values({ transactionId, attemptNumber: 1, ...signed, ...fees, createdAt: now })
    .execute();
  return { transactionId, ...signed, feeMost };
}

async function isEnough(trx: Executor, movement: Movement, reading: AccountReading, feeMost: bigint): Promise<boolean> {
  const { sender, currency, amount } = movement;
  const { readAt, ether, funds } = reading;
  const etherOut = await sumOutgoing(trx, { chain, sender, currency: etherCode, readAt });
  if (currency === etherCode) return ether - etherOut >= amount + feeMost;
  const tokensOut = await sumOutgoing(trx, { chain, sender, currency, readAt });
  return ether - etherOut >= feeMost && funds - tokensOut >= amount;
}
