import { sql } from 'kysely';
import type { Executor } from '../database/db.ts';
import { pickAccount, type Account } from './accounts.ts';
import { InsufficientBalance } from './ledger-errors.ts';
import type { Posting } from './posting.ts';

/**
 * Brings the balance rows of guarded accounts up to date. Rows are made before they are locked, because a lock
 * on a row that is not there holds nobody back, and locked in the order of their ids, so that writers queue.
 *
 * @throws InsufficientBalance
 */
export async function changeBalances(
  trx: Executor,
  accounts: ReadonlyMap<string, Account>,
  postings: readonly Posting[],
): Promise<void> {
  const changes = netChanges(accounts, postings);
  const ids = [...changes.keys()].map((account) => account.accountId).toSorted();
  if (ids.length === 0) return;
  await trx
    .insertInto('ledgerBalances')
    .values(ids.map((accountId) => ({ accountId, balance: 0n })))
    .onConflict((conflict) => conflict.column('accountId').doNothing())
    .execute();
  await trx
    .selectFrom('ledgerBalances')
    .select('accountId')
    .where('accountId', 'in', ids)
    .orderBy('accountId')
    .forUpdate()
    .execute();
  for (const [account, change] of changes) if (change !== 0n) await changeBalance(trx, account, change);
}

async function changeBalance(trx: Executor, account: Account, change: bigint): Promise<void> {
  try {
    await trx
      .updateTable('ledgerBalances')
      .set({ balance: sql`balance + ${change}` })
      .where('accountId', '=', account.accountId)
      .execute();
  } catch (error) {
    if (isRefusedBy(error, 'ledger_balance_not_negative')) throw new InsufficientBalance(account, { cause: error });
    throw error;
  }
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
