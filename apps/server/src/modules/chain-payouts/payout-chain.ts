import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { Posting } from '../../ledger/entry.ts';
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
  /** The bytes that count; on account chains others of the same number can have taken the first ones' place. */
  txid: string;
  confirmations: number;
  blockHash: string;
  /** It is in a block and moved nothing. */
  isFailed: boolean;
}

export interface PayoutLook {
  /** `undefined`: the network has forgotten it. */
  found: FoundPayout | undefined;
  /** Writes down, in the transaction that notes the look, what only this chain knows. */
  note(trx: Executor): Promise<void>;
}

/** How one kind of chain pays out. Whoever implements it keeps the rule: signed once, under inputs or a number that nothing else can use. */
export interface PayoutChain {
  /**
   * Asks the node what signing needs, outside of any transaction.
   *
   * @throws ProviderError; refused with `reverted` when the chain would not carry it out
   */
  prepare(context: AppContext, payout: PayoutRow): Promise<SignPayout>;
  /** Whether the wallet surely has too little, so that nothing need be prepared. */
  isShort(context: AppContext, payout: PayoutRow): Promise<boolean>;
  /** Whether the wallet has enough, though not free at this moment. */
  isBusy(context: AppContext, payout: PayoutRow): Promise<boolean>;
  /**
   * Sends the stored bytes; an unknown result is looked up.
   *
   * @throws ProviderError when the network does not have them
   */
  send(context: AppContext, payout: PayoutRow): Promise<void>;
  /** The fee where it is known when the transaction leaves; elsewhere it is booked when the chain has taken it. */
  feePostings(payout: PayoutRow): Posting[];
  /** Writes down, in the transaction that notes the broadcast, what only this chain knows. */
  markPayoutSent(context: AppContext, trx: Executor, payout: PayoutRow): Promise<void>;
  /** @throws ProviderError */
  look(context: AppContext, payout: PayoutRow): Promise<PayoutLook>;
  /**
   * Helps a transaction that waits for too long.
   *
   * @throws ProviderError
   */
  hurry(context: AppContext, payout: PayoutRow): Promise<void>;
}
