import { sql } from 'kysely';
import type { Executor } from '../database/db.ts';
import { pickAccount, type Account } from './accounts.ts';
import { InsufficientBalance } from './ledger-errors.ts';
import type { Posting } from './posting.ts';

/**
 * Brings the balance rows of guarded accounts up to date, all in one statement: a row that is not there is made, and rows
 * are locked in the order of their ids, so that writers queue.
 *
 * @throws InsufficientBalance
 */
export async function changeBalances(
  trx: Executor,
  accounts: ReadonlyMap<string, Account>,
  postings: readonly Posting[],
): Promise<void> {
  const changes = [...netChanges(accounts, postings)].toSorted(byId);
  if (changes.length === 0) return;
  const ids = changes.map(([{ accountId }]) => accountId);
  const amounts = changes.map(([, change]) => change.toString());
  try {
    // A new row begins with what is given to it; one that is there already counts what it held.
    const { rows } = await sql<{ accountId: string; isNew: boolean }>`
      insert into ledger_balances as kept (account_id, balance)
      select account_id, greatest(change, 0) from unnest(${ids}::uuid[], ${amounts}::numeric[]) as asked (account_id, change)
      order by account_id
      on conflict (account_id) do update set balance = kept.balance
        + (select change from unnest(${ids}::uuid[], ${amounts}::numeric[]) as asked (account_id, change) where asked.account_id = kept.account_id)
      returning kept.account_id, (xmax = 0) as is_new
    `.execute(trx);
    const isNew = new Map(rows.map((row) => [row.accountId, row.isNew]));
    for (const [account, change] of changes)
      if (change < 0n && isNew.get(account.accountId) !== false) throw new InsufficientBalance(account);
  } catch (error) {
    if (!isRefusedBy(error, 'ledger_balance_not_negative')) throw error;
    throw new InsufficientBalance(findRefused(error, changes), { cause: error });
  }
}

/** The account whose row the database names; the first that gives, where it names none. */
function findRefused(error: unknown, changes: readonly (readonly [Account, bigint])[]): Account {
  const detail = error instanceof Error && 'detail' in error ? String(error.detail) : '';
  const givers = changes.filter(([, change]) => change < 0n).map(([account]) => account);
  const refused = givers.find(({ accountId }) => detail.includes(accountId)) ?? givers[0];
  if (refused === undefined) throw error;
  return refused;
}

function byId([left]: readonly [Account, bigint], [right]: readonly [Account, bigint]): number {
  return left.accountId < right.accountId ? -1 : 1;
}

function netChanges(accounts: ReadonlyMap<string, Account>, postings: readonly Posting[]): Map<Account, bigint> {
  const changes = new Map<Account, bigint>();
  for (const { from, to, amount, currency } of postings) {
    add(pickAccount(accounts, { path: from, currency }), -amount);
    add(pickAccount(accounts, { path: to, currency }), amount);
  }
  return changes;

  function add(account: Account, amount: bigint): void {
    if (account.isGuarded) changes.set(account, (changes.get(account) ?? 0n) + amount);
  }
}

function isRefusedBy(error: unknown, constraint: string): boolean {
  return error instanceof Error && 'constraint' in error && error.constraint === constraint;
}
