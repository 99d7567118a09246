import type { Clock, Randomness } from '../context.ts';
import type { Executor } from '../database/db.ts';
import { newUuid } from '../new-uuid.ts';
import { openAccounts, pickAccount, type Account } from './accounts.ts';
import { changeBalances } from './change-balances.ts';
import { checkPostings } from './check-postings.ts';
import { EntryConflict } from './ledger-errors.ts';
import type { Posting } from './posting.ts';
import { readEntry } from './read-entry.ts';

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
 * The only writer of the ledger. Runs inside the caller's transaction; the laws of the database are checked at
 * its commit.
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
  const inserted = await trx
    .insertInto('ledgerEntries')
    .values({
      entryId,
      kind: entry.kind,
      reference: entry.reference,
      idempotencyKey: entry.idempotencyKey,
      reversesEntryId: entry.reversesEntryId ?? null,
      createdAt: tools.clock.now(),
    })
    .onConflict((conflict) => conflict.column('idempotencyKey').doNothing())
    .returning('entryId')
    .executeTakeFirst();
  if (inserted === undefined) return { entryId: await findSame(trx, entry), isNew: false };
  const accounts = await openAccounts(trx, tools, entry.postings.flatMap(endsOf));
  await changeBalances(trx, accounts, entry.postings);
  await trx
    .insertInto('ledgerLines')
    .values(toLines(entryId, accounts, entry.postings))
    .execute();
  return { entryId, isNew: true };
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

function endsOf({ from, to, currency }: Posting): Pick<Account, 'path' | 'currency'>[] {
  return [
    { path: from, currency },
    { path: to, currency },
  ];
}

// Two lines per posting, the giver first, so that the postings can be read back from the lines.
function toLines(entryId: string, accounts: ReadonlyMap<string, Account>, postings: readonly Posting[]) {
  return postings.flatMap(({ from, to, amount, currency }, index) => {
    const giver = pickAccount(accounts, { path: from, currency });
    const taker = pickAccount(accounts, { path: to, currency });
    return [
      { entryId, lineNumber: index * 2 + 1, accountId: giver.accountId, currency, amount: -amount },
      { entryId, lineNumber: index * 2 + 2, accountId: taker.accountId, currency, amount },
    ];
  });
}
