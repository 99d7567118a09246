import type { Executor } from '../database/db.ts';
import type { Posting } from './posting.ts';

export interface StoredEntry {
  entryId: string;
  kind: string;
  reference: string;
  postings: Posting[];
}

/** An entry with its postings, or `undefined`. */
export async function readEntry(
  executor: Executor,
  by: { entryId: string } | { idempotencyKey: string },
): Promise<StoredEntry | undefined> {
  const entries = executor.selectFrom('ledgerEntries').select(['entryId', 'kind', 'reference']);
  const entry = await (
    'entryId' in by
      ? entries.where('entryId', '=', by.entryId)
      : entries.where('idempotencyKey', '=', by.idempotencyKey)
  ).executeTakeFirst();
  if (entry === undefined) return undefined;
  const lines = await executor
    .selectFrom('ledgerLines')
    .innerJoin('ledgerAccounts', 'ledgerAccounts.accountId', 'ledgerLines.accountId')
    .select(['ledgerAccounts.path', 'ledgerLines.currency', 'ledgerLines.amount'])
    .where('ledgerLines.entryId', '=', entry.entryId)
    .orderBy('ledgerLines.lineNumber')
    .execute();
  return { ...entry, postings: toPostings(lines) };
}

// The writer puts the lines of a posting in pairs, the giver first.
function toPostings(lines: readonly { path: string; currency: string; amount: bigint }[]): Posting[] {
  const postings: Posting[] = [];
  let from = '';
  for (const [index, { path, currency, amount }] of lines.entries()) {
    if (index % 2 === 0) from = path;
    else postings.push({ from, to: path, amount, currency });
  }
  return postings;
}
