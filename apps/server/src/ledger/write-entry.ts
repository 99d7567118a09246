import { sql } from 'kysely';
import type { Clock, Randomness } from '../context.ts';
import type { Executor } from '../database/db.ts';
import { newUuid } from '../new-uuid.ts';
import { InsufficientBalance } from './ledger-errors.ts';
import { isGuardedPath } from './paths.ts';
import type { NewEntry } from './post-entry.ts';
import type { Posting } from './posting.ts';

interface Written {
  /** False when an account was opened by somebody else at this very moment; nothing is written then. */
  isComplete: boolean;
  isNew: boolean;
  /** An account that never held anything gives something; nothing is written then. */
  isShort: boolean;
}

/**
 * Writes an entry in one statement: opens the accounts that are missing, brings the balance rows of guarded accounts up to
 * date, and adds the lines. Money moves often, and each statement more is a way to the database and back.
 *
 * @returns false when an entry with this key is there already; nothing is written then
 * @throws InsufficientBalance
 */
export async function writeEntry(
  trx: Executor,
  tools: { clock: Clock; random: Randomness },
  entryId: string,
  entry: NewEntry,
): Promise<boolean> {
  try {
    const first = await write(trx, tools, entryId, entry);
    // What another writer has opened meanwhile can be seen by the next statement.
    const { isComplete, isNew, isShort } = first.isComplete ? first : await write(trx, tools, entryId, entry);
    if (!isComplete) throw new Error(`The accounts of the entry ${entry.idempotencyKey} could not be opened.`);
    if (isShort) throw new InsufficientBalance(findGiver(entry.postings));
    return isNew;
  } catch (error) {
    if (!isRefusedBy(error, 'ledger_balance_not_negative')) throw error;
    throw new InsufficientBalance(findGiver(entry.postings), { cause: error });
  }
}

async function write(
  trx: Executor,
  tools: { clock: Clock; random: Randomness },
  entryId: string,
  { kind, reference, idempotencyKey, reversesEntryId, postings }: NewEntry,
): Promise<Written> {
  const now = tools.clock.now();
  const lines = postings.flatMap(toLines);
  // One order for every writer, here and among the balances, so that two of them never wait for each other in a circle.
  const accounts = [...new Map(lines.map((line) => [`${line.path} ${line.currency}`, line])).values()].toSorted(byName);
  const { rows } = await sql<Written>`
    with opened as (
      insert into ledger_accounts (account_id, path, currency, is_guarded, created_at)
      select account_id, path, currency, is_guarded, ${now}::timestamptz
      from unnest(${accounts.map(() => newUuid(tools))}::uuid[], ${accounts.map(({ path }) => path)}::text[],
        ${accounts.map(({ currency }) => currency)}::text[], ${accounts.map(({ path }) => isGuardedPath(path))}::boolean[])
        as asked (account_id, path, currency, is_guarded)
      on conflict (path, currency) do nothing
      returning account_id, path, currency, is_guarded
    ), asked as (
      select * from unnest(${lines.map(({ path }) => path)}::text[], ${lines.map(({ currency }) => currency)}::text[],
        ${lines.map(({ amount }) => amount.toString())}::numeric[]) with ordinality as asked (path, currency, amount, line_number)
    ), line as (
      select account_id, is_guarded, line_number, currency, amount from asked join opened using (path, currency)
      union all
      -- Looked up one by one: joined, the whole table could be read, and it grows.
      select account_id, is_guarded, line_number, currency, amount from asked cross join lateral (
        select account_id, is_guarded from ledger_accounts where path = asked.path and currency = asked.currency offset 0
      ) as known
    ), change as (
      select account_id, sum(amount) as amount from line where is_guarded group by account_id
    ), judged as (
      select (select count(*) from line) = ${lines.length}::int as is_complete, exists (
        select from change where amount < 0 and not exists (select from ledger_balances where account_id = change.account_id)
      ) as is_short
    ), entry as (
      insert into ledger_entries (entry_id, kind, reference, idempotency_key, reverses_entry_id, created_at)
      select ${entryId}::uuid, ${kind}, ${reference}, ${idempotencyKey}, ${reversesEntryId ?? null}::uuid, ${now}::timestamptz
      from judged where is_complete and not is_short
      on conflict (idempotency_key) do nothing
      returning entry_id
    ), balance as (
      insert into ledger_balances as kept (account_id, balance)
      -- A new row begins with what is given to it; one that is there already counts what it held.
      select account_id, greatest(amount, 0) from change join entry on true order by account_id
      on conflict (account_id) do update
        set balance = kept.balance + (select amount from change where change.account_id = kept.account_id)
    ), written as (
      insert into ledger_lines (entry_id, line_number, account_id, currency, amount)
      select entry_id, line_number, account_id, currency, amount from line join entry on true order by line_number
    )
    select is_complete, is_short, exists (select from entry) as is_new from judged
  `.execute(trx);
  const [written] = rows;
  if (written === undefined) throw new Error(`The entry ${idempotencyKey} was not answered.`);
  return written;
}

// Two lines per posting, the giver first, so that the postings can be read back from the lines.
function toLines({ from, to, amount, currency }: Posting) {
  return [
    { path: from, currency, amount: -amount },
    { path: to, currency, amount },
  ];
}

type Name = Pick<ReturnType<typeof toLines>[number], 'path' | 'currency'>;

function byName(left: Name, right: Name): number {
  if (left.path !== right.path) return left.path < right.path ? -1 : 1;
  return left.currency < right.currency ? -1 : 1;
}

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
