import type { AppContext } from '../../context.ts';
import type { Executor } from '../../database/db.ts';
import type { RefusalItem } from '../../errors.ts';

/** An account that is to be closed; its row is held until the transaction ends. */
export interface ClosingAccount {
  clientId: string;
  niceId: string;
}

/** What one room has to do with an account that ends. A room that keeps something of a client has one of these. */
export interface AccountPart {
  /** Why the account must stay for now; `undefined` when this room lets it go. */
  findHold?: (trx: Executor, account: ClosingAccount) => Promise<RefusalItem | undefined>;
  /**
   * Ends what the room keeps, in the transaction that closes the account.
   *
   * @returns personal data that the law makes us keep, by name: it is sealed and put apart
   */
  close?: (
    context: AppContext,
    trx: Executor,
    account: ClosingAccount,
  ) => Promise<Readonly<Record<string, string>> | void>;
}
