import { sql, type RawBuilder } from 'kysely';
import type { Executor } from '../database/db.ts';

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

async function select(executor: Executor, condition: RawBuilder<unknown>): Promise<Balance[]> {
  const { rows } = await sql<Balance>`
    select path, currency, balance from ledger_accounts where ${condition} order by path, currency
  `.execute(executor);
  return rows;
}
