import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { RefusalItem } from '../../errors.ts';

/** An account that is to be closed; its row is locked until the transaction ends. */
export interface ClosingAccount {
  clientId: string;
  niceId: string;
}

/** One room's part in the closing of an account. A room that stores data of a client has one of these. */
export interface AccountPart {
  /** Why the account must stay for now; `undefined` when this room has no reason. */
  findHold?: (trx: Executor, account: ClosingAccount) => Promise<RefusalItem | undefined>;
  /**
   * Ends the room's part of the account, in the transaction that closes it.
   *
   * @returns personal data that the law makes us keep, by name: it is sealed and put apart
   */
  close?: (
    context: AppContext,
    trx: Executor,
    account: ClosingAccount,
  ) => Promise<Readonly<Record<string, string>> | void>;
  /**
   * Ends what somebody set up who had registered the e-mail address and never confirmed it, before its owner claimed
   * the account. What the owner sets up afterwards stays.
   */
  endStrangers?: (context: AppContext, trx: Executor, claimed: ClosingAccount & { claimedAt: Date }) => Promise<void>;
}
