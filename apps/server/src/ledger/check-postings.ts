import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { InvalidPostings } from './ledger-errors.ts';
import type { Posting } from './posting.ts';

const pathPattern = /^[a-z]+(?::[A-Za-z0-9_-]+)*$/;
/** Most that `numeric(38, 0)` holds. */
const amountMax = 10n ** 38n - 1n;
/** An entry has two lines per posting, numbered by a smallint. */
const postingsMax = 1000;

/** @throws InvalidPostings */
export function checkPostings(postings: readonly Posting[]): void {
  if (postings.length === 0 || postings.length > postingsMax)
    throw new InvalidPostings(`An entry has 1 to ${postingsMax} postings, not ${postings.length}.`);
  for (const { from, to, amount, currency } of postings) {
    if (!pathPattern.test(from) || !pathPattern.test(to)) throw new InvalidPostings(`${from} or ${to} is no account.`);
    if (from === to) throw new InvalidPostings(`A posting from ${from} to itself moves nothing.`);
    if (amount <= 0n || amount > amountMax)
      throw new InvalidPostings(`A posting moves a positive amount, not ${amount} ${currency}.`);
    if (findCurrency(currency) === undefined) throw new InvalidPostings(`${currency} is no currency.`);
  }
}
