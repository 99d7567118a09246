import type { AppContext } from '../../context.ts';
import type { ChainName } from '../../config/config-chains.ts';

/** A payment to an address; `currency` is a supported one. */
export interface Payment {
  /** Place in its transaction, the same in any block. */
  place: number;
  currency: string;
  recipient: string;
  amount: bigint;
}

/** A transaction as the chain has it now; `confirmations` is 0 while it waits. */
export interface PayingTransaction {
  /** Addresses whose keys signed it. */
  senders: string[];
  confirmations: number;
  blockHash: string;
  /** Confirmations before which nothing can spend it, where it is not the first. */
  spendableFrom?: number;
  payments: Payment[];
}

/** A transaction that may pay one of our addresses. */
export interface Candidate {
  txid: string;
  recipient: string;
}

/** How deposits are found on one chain. Every method throws ProviderError. */
export interface DepositChain {
  name: ChainName;
  getHeight(context: AppContext): Promise<number>;
  /** Payments in the blocks of these heights, the last one included. */
  findInBlocks(context: AppContext, from: number, to: number): Promise<Candidate[]>;
  /** Payments that wait for a block. */
  findWaiting(context: AppContext): Promise<Candidate[]>;
  /** `undefined` when the node does not know it, or when it failed in the chain. */
  read(context: AppContext, txid: string): Promise<PayingTransaction | undefined>;
  /** Takes in what the hot wallet had before the first look, at this height of the chain. */
  begin?(context: AppContext, height: number): Promise<void>;
  /** Finds payments that no transaction shows. */
  findUnlisted?(context: AppContext): Promise<void>;
  /** A transaction that the books do not have, and that may be one that only our keys can have signed. */
  takeOwn?(context: AppContext, txid: string): Promise<void>;
  /** The hot wallet's address if its funding is found by the same search, or empty. */
  fundingAddress(context: AppContext): string;
}
