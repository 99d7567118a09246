import type { Clock, Randomness } from '../context.ts';
import type { Executor } from '../database/db.ts';
import { newUuid } from '../new-uuid.ts';
import { checkPostings } from './check-postings.ts';
import { EntryConflict } from './ledger-errors.ts';
import type { Posting } from './posting.ts';
import { readEntry } from './read-entry.ts';
import { writeEntry } from './write-entry.ts';

export interface NewEntry {
  /** What happened, for example `card_payin`; see docs/chart-of-accounts.md. */
  kind: string;
  /** What the entry belongs to: an order's public id, a payout, a funding output. */
  reference: string;
  /** One entry per key, for ever. */
  idempotencyKey: string;
  postings: readonly Posting[];
  /** Set by reverse-entry. */
  reversesEntryId?: string;
}

export interface PostedEntry {
  entryId: string;
  /** False when this very entry was there already. */
  isNew: boolean;
}

/**
 * The only writer of the ledger. Runs inside the caller’s transaction; the database keeps its laws in the same
 * statement.
 *
 * @throws InsufficientBalance when an order or client would pay more than it holds
 * @throws EntryConflict when the key belongs to an entry with other postings
 * @throws InvalidPostings
 */
export async function postEntry(
  trx: Executor,
  tools: { clock: Clock; random: Randomness },
  entry: NewEntry,
): Promise<PostedEntry> {
  checkPostings(entry.postings);
  const entryId = newUuid(tools);
  if (await writeEntry(trx, tools, entryId, entry)) return { entryId, isNew: true };
  return { entryId: await findSame(trx, entry), isNew: false };
}

async function findSame(trx: Executor, entry: NewEntry): Promise<string> {
  const stored = await readEntry(trx, { idempotencyKey: entry.idempotencyKey });
  const isSame =
    stored !== undefined &&
    stored.kind === entry.kind &&
    stored.reference === entry.reference &&
    describe(stored.postings) === describe(entry.postings);
  if (!isSame) throw new EntryConflict(entry.idempotencyKey);
  return stored.entryId;
}

function describe(postings: readonly Posting[]): string {
  return postings.map(({ from, to, amount, currency }) => `${from} ${to} ${amount} ${currency}`).join('\n');
}
