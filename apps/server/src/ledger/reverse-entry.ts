import type { Clock, Randomness } from '../context.ts';
import type { Executor } from '../database/db.ts';
import { postEntry, type PostedEntry } from './post-entry.ts';
import { readEntry } from './read-entry.ts';

/**
 * Takes an entry back by a new one with the same postings turned round, last first. An entry is reversed at
 * most once; asking again answers the reversal that is there.
 *
 * @throws InsufficientBalance when what was given has been spent
 */
export async function reverseEntry(
  trx: Executor,
  tools: { clock: Clock; random: Randomness },
  entryId: string,
): Promise<PostedEntry> {
  const entry = await readEntry(trx, { entryId });
  if (entry === undefined) throw new Error(`There is no ledger entry ${entryId}.`);
  const postings = entry.postings.map(({ from, to, amount, currency }) => ({ from: to, to: from, amount, currency }));
  return postEntry(trx, tools, {
    kind: 'reversal',
    reference: entry.reference,
    idempotencyKey: `reversal:${entryId}`,
    reversesEntryId: entryId,
    postings: postings.toReversed(),
  });
}
