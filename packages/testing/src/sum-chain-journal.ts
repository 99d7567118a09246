import type { SandboxJournal } from './sandbox-answers.ts';

/** A sum that a journal row adds to what the product has on the chains: decimal text, less what begins with a minus. */
export interface ChainSum {
  currency: string;
  amount: string;
}

/** A token of the sandbox that no server lists: it is in no book. */
const unlisted = 'STRAY';

/**
 * What the journal says came to and left the product's addresses, fees included. Payments between its own addresses
 * only cost their fee: an address is the product's when it was paid from outside, or when the product says so.
 */
export function sumChainJournal(journal: SandboxJournal, own: readonly string[]): ChainSum[] {
  const mine = new Set([...own, ...journal.chain_in.map((row) => row.address)]);
  const sums = journal.chain_in
    .filter((row) => row.dropped !== true && row.currency !== unlisted)
    .map(({ currency, amount }) => ({ currency, amount }));
  const paid = new Set<string>();
  for (const row of journal.chain_out) {
    if (row.replaced === true) continue;
    if (row.failed !== true && !mine.has(row.address)) sums.push({ currency: row.currency, amount: `-${row.amount}` });
    if (!paid.has(row.txid)) sums.push({ currency: row.fee_currency ?? row.currency, amount: `-${row.fee ?? '0'}` });
    paid.add(row.txid);
  }
  return sums;
}
