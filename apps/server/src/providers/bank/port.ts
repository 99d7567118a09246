/** An account number made for one payment that is awaited. */
export interface BankRequisites {
  iban: string;
  bic: string;
  bankName: string;
  holder: string;
}

/** Money that came in. `amount` is decimal text in `currency`. */
export interface BankTransfer {
  id: string;
  /** Which of our account numbers it came to. */
  iban: string;
  /** What the sender wrote. */
  reference: string;
  amount: string;
  currency: string;
  senderName: string;
  senderIban: string;
  bookedAt: Date;
}

/** One line of the bank's list, as it was told. */
export interface BankNews {
  /** Counts up; the cursor of the list. */
  number: bigint;
  body: unknown;
}

/** Where money that was sent out stands. `returned`: it came back. */
export interface BankPayout {
  id: string;
  reference: string;
  amount: string;
  currency: string;
  status: 'pending' | 'settled' | 'returned';
}

/** A notice of the bank, verified. Its content is only a hint; ask the bank. */
export interface BankEvent {
  id: string;
  type: string;
  /** The reference of the pay-out it is about; of a transfer, what its sender wrote. */
  reference: string;
}

/** A bank that gives out account numbers and moves SEPA transfers. Every method throws ProviderError. */
export interface Bank {
  /** Name kept with transfers and in the ledger, for example `bank_one`. */
  readonly name: string;
  /** The account as a whole: money that came less money that went, in decimal text; may be below zero. */
  getAccount(): Promise<{ iban: string; currency: string; balance: string }>;
  /** Makes an account number; the same key gives the same one. */
  issueRequisites(input: { key: string; reference: string; holder: string }): Promise<BankRequisites>;
  /** Transfers after a number, oldest first; fewer than a page says that there are no more. */
  listTransfers(after: bigint, limit: number): Promise<BankNews[]>;
  /** What a line says, or what is wrong with it: each is read by itself, so that one holds up no other. */
  readTransfer(body: unknown): BankTransfer | { fault: string };
  /** Sends money of a transfer back to its sender; the same key sends once. Refused with `not_returnable` when it cannot. */
  returnTransfer(input: {
    key: string;
    id: string;
    reference: string;
    amount: string;
    currency: string;
  }): Promise<{ id: string }>;
  /** What was sent back of a transfer: how an unknown result of `returnTransfer` is looked up. */
  findReturns(id: string): Promise<{ id: string; reference: string }[]>;
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
  /** Pay-outs of a reference, newest first: how an unknown result of `createPayout` is looked up. */
  findPayouts(reference: string): Promise<BankPayout[]>;
  /**
   * Checks signature and time (300 s either way, by the clock given) of a notice over its raw body.
   *
   * @returns the event, or the reason it is refused
   */
  readEvent(body: string, signature: string, now: Date): BankEvent | { refused: string };
}
