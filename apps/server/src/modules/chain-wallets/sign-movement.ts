import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import { newUuid } from '../../new-uuid.ts';
import { etherCode, tokenAddress } from '../../providers/evm/token-address.ts';
import type { EvmWallet } from '../../providers/evm/wallet.ts';
import { sumOutgoing } from './account-store.ts';
import type { AccountReading, Movement } from './read-account.ts';
import { reserveNonce, returnNonce } from './reserve-nonce.ts';

const chain = 'ethereum';

/** Whom a transaction is for: a pay-out, or a deposit address and why. */
export type MovementPurpose =
  | { purpose: 'payout'; payoutId: string }
  | { purpose: 'collect' | 'gas'; addressId: string };

export interface SignedMovement {
  transactionId: string;
  txid: string;
  rawTransaction: string;
  /** Wei that it can cost at most. */
  feeMost: bigint;
}

/**
 * Reserves the account's next number and stores the bytes signed under it, in the caller's transaction.
 *
 * @returns `undefined` when the account has too little; no number is used up then
 */
export async function signMovement(
  context: AppContext,
  trx: Executor,
  wallet: EvmWallet,
  movement: Movement & MovementPurpose,
  reading: AccountReading,
): Promise<SignedMovement | undefined> {
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
