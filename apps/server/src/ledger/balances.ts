import { sql } from 'kysely';
import type { Executor } from '../database/db.ts';

export interface Balance {
  path: string;
  currency: string;
  /** Smallest units; only house accounts can be below zero. */
  balance: bigint;
}

/** What an account holds; 0n when it was never used. A guarded one is read from its row, a house one is summed. */
export async function readBalance(executor: Executor, path: string, currency: string): Promise<bigint> {
  const [row] = await select(executor)
    .where('account.path', '=', path)
    .where('account.currency', '=', currency)
    .execute();
  return row?.balance ?? 0n;
}

/** Every account at a path or below it, in every currency: `world` lists all that came from outside. */
export async function listBalances(executor: Executor, path: string): Promise<Balance[]> {
  return select(executor)
    .where((where) => where.or([where('account.path', '=', path), where('account.path', 'like', `${path}:%`)]))
    .orderBy('account.path')
    .orderBy('account.currency')
    .execute();
}

function select(executor: Executor) {
  return executor
    .selectFrom('ledgerAccounts as account')
    .leftJoin('ledgerBalances as kept', 'kept.accountId', 'account.accountId')
    .select(['account.path', 'account.currency'])
    .select(
      sql<bigint>`coalesce(kept.balance, (select sum(amount) from ledger_lines where account_id = account.account_id), 0)`.as(
        'balance',
      ),
    );
}
