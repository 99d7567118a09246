import { sql } from 'kysely';
import type { Clock } from '../context.ts';
import type { Executor } from '../database/db.ts';
import { InsufficientBalance } from './ledger-errors.ts';
import { isGuardedPath } from './paths.ts';
import type { NewEntry } from './post-entry.ts';
import type { Posting } from './posting.ts';

/**
 * Writes an entry and its key in one statement; the database brings the balances up to date with it. Money moves often,
 * and each statement more is a way to the database and back.
 *
 * @returns false when an entry with this key is there already; nothing is written then
 * @throws InsufficientBalance
 */
export async function writeEntry(
  trx: Executor,
  { clock }: { clock: Clock },
  entryId: string,
  { kind, reference, idempotencyKey, reversesEntryId, postings }: NewEntry,
): Promise<boolean> {
  try {
    const { rows } = await sql`
      with key as (
        insert into ledger_keys (idempotency_key, entry_id, reverses_entry_id)
        values (${idempotencyKey}, ${entryId}::uuid, ${reversesEntryId ?? null}::uuid)
        on conflict (idempotency_key) do nothing
        returning entry_id
      )
      insert into ledger_entries (entry_id, kind, reference, givers, takers, amounts, currencies, created_at)
      select entry_id, ${kind}, ${reference}, ${postings.map(({ from }) => from)}::text[],
        ${postings.map(({ to }) => to)}::text[], ${postings.map(({ amount }) => amount.toString())}::numeric[],
        ${postings.map(({ currency }) => currency)}::text[], ${clock.now()}::timestamptz
      from key returning entry_id
    `.execute(trx);
    return rows.length === 1;
  } catch (error) {
    if (!isRefusedBy(error, 'ledger_balance_not_negative')) throw error;
    throw new InsufficientBalance(findGiver(postings), { cause: error });
  }
}

// Two lines per posting.
function toLines({ from, to, amount, currency }: Posting) {
  return [
    { path: from, currency, amount: -amount },
    { path: to, currency, amount },
  ];
}

type Name = Pick<ReturnType<typeof toLines>[number], 'path' | 'currency'>;

/** The guarded account that gives more than it gets; the first of them where there are several. */
function findGiver(postings: readonly Posting[]): Name {
  const guarded = postings.flatMap(toLines).filter(({ path }) => isGuardedPath(path));
  const net = ({ path, currency }: Name) =>
    guarded.reduce((sum, line) => (line.path === path && line.currency === currency ? sum + line.amount : sum), 0n);
  const giver = guarded.find((line) => net(line) < 0n);
  if (giver === undefined) throw new Error('No account gives more than it gets, and yet one holds too little.');
  return giver;
}

function isRefusedBy(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint;
}
