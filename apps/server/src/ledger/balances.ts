import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '../database/db.ts';
import { paths } from './paths.ts';

export interface Balance {
  path: string;
  currency: string;
  /** Smallest units; only the operator's accounts can be below zero. */
  balance: bigint;
}

/** What an account holds; 0n when it was never used. Equally fast for any number of entries. */
export async function readBalance(executor: Executor, path: string, currency: string): Promise<bigint> {
  const [row] = await select(executor, sql`path = ${path} and currency = ${currency}`);
  return row?.balance ?? 0n;
}

/** Every account at a path or below it, in every currency: `world` lists all that came from outside. */
export async function listBalances(executor: Executor, path: string): Promise<Balance[]> {
  // The accounts below a path lie between the colon and the character after it.
  return select(executor, sql`path = ${path} or (path >= ${`${path}:`} and path < ${`${path};`})`);
}

/**
 * Money that came to a balance by the entry `since`; where that was a payer's, the account that has confirmed the
 * address since then has it.
 */
export async function findClaimed<Money extends { to: string; currency: string; since: string }>(
  executor: Executor,
  money: Money,
): Promise<Money> {
  const claim = await executor
    .selectFrom('balanceOperations')
    .select(['entryId', 'reference'])
    .where('path', '=', money.to)
    .where('kind', '=', 'money_claimed')
    .where('currency', '=', money.currency)
    .where('entryId', '>', money.since)
    .orderBy('place')
    .executeTakeFirst();
  return claim === undefined ? money : { ...money, to: paths.client(claim.reference), since: claim.entryId };
}

async function select(executor: Executor, condition: RawBuilder<unknown>): Promise<Balance[]> {
  const { rows } = await sql<Balance>`
    select path, currency, balance from ledger_accounts where ${condition} order by path, currency
  `.execute(executor);
  return rows;
}
