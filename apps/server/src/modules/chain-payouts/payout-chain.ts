import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { Posting } from '../../ledger/entry.ts';
import type { AttemptPurpose } from '../chain-wallets/send-attempt.ts';
import type { PayoutRow } from './store.ts';

/** Bytes as they were signed, and what they cost at most. */
export interface SignedPayout {
  txid: string;
  rawTransaction: string;
  fee: bigint;
  /** What they cost when a block takes them now, as prices are quoted. */
  likelyFee: bigint;
}

/** Signs in the caller's transaction; `undefined` when the wallet has too little free. */
export type SignPayout = (trx: Executor, payout: PayoutRow) => Promise<SignedPayout | undefined>;

/** A sent pay-out in the chain or waiting for it. */
export interface FoundPayout {
  /** The valid bytes; on account chains others with the same nonce can have replaced the first ones. */
  txid: string;
  confirmations: number;
  blockHash: string;
  /** It is in a block and moved nothing. */
  isFailed: boolean;
  /** These bytes only free the number of a payout that no node takes: it has not moved, and never will with them. */
  isCancel: boolean;
}

export interface PayoutLook {
  /** `undefined`: the network has forgotten it. */
  found: FoundPayout | undefined;
  /** What was sent to raise its fee is not final yet. */
  isOpen: boolean;
  /** Records, in the transaction that stores the poll, the data of this chain only. */
  record(trx: Executor): Promise<void>;
}

/** Coins of a payout that are nowhere, so that no block takes its bytes. */
export interface LostCoins {
  /** For so long that no reorganisation brings them back. */
  isFinal: boolean;
  /** What is kept of it between two looks. */
  mark: string;
  /** Frees, in the caller's transaction, what is still there. */
  free(trx: Executor): Promise<void>;
}

/**
 * How one kind of chain pays out. Every implementation keeps the rule: signed once, under inputs or a nonce that
 * nothing else can use.
 */
export interface PayoutChain {
  /**
   * Reads from the node what signing needs, outside of any transaction.
   *
   * @throws ProviderError; refused with `reverted` when the chain would not carry it out
   */
  prepare(context: AppContext, payout: PayoutRow): Promise<SignPayout>;
  /** Whether the wallet certainly has too little, so that nothing need be prepared. */
  isShort(context: AppContext, payout: PayoutRow): Promise<boolean>;
  /** Whether the wallet has enough, though not free at this moment. */
  isBusy(context: AppContext, payout: PayoutRow): Promise<boolean>;
  /**
   * Sends the stored bytes; an unknown result is looked up.
   *
   * @returns `cancel` when no node took them for long, and their number is being freed instead; `replaced` when other
   *   bytes are to be sent, which are stored by now
   * @throws ProviderError when the network does not have them
   */
  send(context: AppContext, payout: PayoutRow): Promise<AttemptPurpose | 'replaced'>;
  /** The fee if it is known when the transaction leaves; otherwise it is booked when the chain has taken it. */
  feePostings(payout: PayoutRow): Posting[];
  /** Records, in the transaction that stores the broadcast, the data of this chain only. */
  markPayoutSent(context: AppContext, trx: Executor, payout: PayoutRow): Promise<void>;
  /** The same in the transaction that stores that what was sent frees the payout's inputs or nonce instead. */
  markFreeing(context: AppContext, trx: Executor, payout: PayoutRow): Promise<void>;
  /** @throws ProviderError */
  look(context: AppContext, payout: PayoutRow): Promise<PayoutLook>;
  /** For a payout whose bytes the network refuses, as their coins are not there. @throws ProviderError */
  findLost(context: AppContext, payout: PayoutRow): Promise<LostCoins | undefined>;
  /**
   * Raises the fee of a transaction that waits for too long, and keeps in the network what was sent for that.
   *
   * @param isWaiting whether the network has it, and no block does
   * @throws ProviderError
   */
  hurry(context: AppContext, payout: PayoutRow, isWaiting: boolean): Promise<void>;
}
