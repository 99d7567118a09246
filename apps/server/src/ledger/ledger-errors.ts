/** An order or client would have paid more than it holds. The transaction is over: nothing of it is kept. */
export class InsufficientBalance extends Error {
  override readonly name = 'InsufficientBalance';
  readonly path: string;
  readonly currency: string;
  constructor(details: { path: string; currency: string }, options: { cause?: unknown } = {}) {
    super(`The account ${details.path} holds less ${details.currency} than the entry takes from it.`, options);
    this.path = details.path;
    this.currency = details.currency;
  }
}

/** The key was used before for an entry that moved something else. */
export class EntryConflict extends Error {
  override readonly name = 'EntryConflict';
  readonly idempotencyKey: string;
  constructor(idempotencyKey: string) {
    super(`The key ${idempotencyKey} belongs to a ledger entry with other postings.`);
    this.idempotencyKey = idempotencyKey;
  }
}

/** A mistake of the program: postings that no entry can be made of. */
export class InvalidPostings extends Error {
  override readonly name = 'InvalidPostings';
}
