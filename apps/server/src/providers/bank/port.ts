/** An account number made for one expected payment. */
export interface BankRequisites {
  iban: string;
  bic: string;
  bankName: string;
  holder: string;
}

/** Money that came in. `amount` is decimal text in `currency`. */
export interface BankTransfer {
  id: string;
  /** Which of the operator's account numbers it came to. */
  iban: string;
  /** The sender's text. */
  reference: string;
  amount: string;
  /** What the bank has returned of it so far. */
  returnedAmount: string;
  currency: string;
  senderName: string;
  senderIban: string;
  bookedAt: Date;
}

/** One line of the bank's list, as received. */
export interface BankReport {
  /** Counts up; the cursor of the list. */
  number: bigint;
  body: unknown;
}

/** Status of money that was sent out. `returned`: it came back. */
export interface BankPayout {
  id: string;
  reference: string;
  amount: string;
  currency: string;
  status: 'pending' | 'settled' | 'returned';
}

/** A verified webhook of the bank. Its content is only a hint; query the bank. */
export interface BankEvent {
  id: string;
  type: string;
  /** Reference of its payout; for a transfer, the sender's text. */
  reference: string;
}

/** A bank that gives out account numbers and moves SEPA transfers. Every method throws ProviderError. */
export interface Bank {
  /** Name stored with transfers and in the ledger, for example `bank_one`. */
  readonly name: string;
  /** The account as a whole, by currency: money that came less money that went, in decimal text; may be below zero. */
  getAccount(): Promise<{ iban: string; balances: { currency: string; balance: string }[] }>;
  /** Makes an account number; the same key gives the same one. */
  issueRequisites(input: { key: string; reference: string; holder: string }): Promise<BankRequisites>;
  /** Transfers after a number, oldest first; fewer than a page mean that there are no more. */
  listTransfers(after: bigint, limit: number): Promise<BankReport[]>;
  /** The content of a line, or what is wrong with it: each is parsed by itself, so that one blocks no other. */
  readTransfer(body: unknown): BankTransfer | { fault: string };
  /**
   * Returns money of a transfer to its sender; the same key sends once. Refused with `not_returnable` when it cannot.
   */
  returnTransfer(input: {
    key: string;
    id: string;
    reference: string;
    amount: string;
    currency: string;
  }): Promise<{ id: string }>;
  /** What was returned of a transfer: how an unknown result of `returnTransfer` is looked up. */
  findReturns(id: string): Promise<{ id: string; reference: string; amount: string; currency: string }[]>;
  /** Sends money out; the same key sends once. */
  createPayout(input: {
    key: string;
    reference: string;
    iban: string;
    beneficiaryName: string;
    amount: string;
    currency: string;
    description: string;
  }): Promise<BankPayout>;
  getPayout(id: string): Promise<BankPayout>;
  /** Payouts of a reference, newest first: how an unknown result of `createPayout` is looked up. */
  findPayouts(reference: string): Promise<BankPayout[]>;
  /** Payouts made since a moment, oldest first, behind the one given; an empty page means that there are no more. */
  listPayouts(since: Date, after: string): Promise<BankPayout[]>;
  /**
   * Checks signature and time (300 s either way, by the clock given) of a webhook over its raw body.
   *
   * @returns the event, or the reason it is refused
   */
  readEvent(body: string, signature: string, now: Date): BankEvent | { refused: string };
}
