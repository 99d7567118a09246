import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';

/** What a client holds by currency, in smallest units; currencies that were never held are left out. */
export async function listClientBalances(executor: Executor, clientId: string): Promise<ReadonlyMap<string, bigint>> {
  const rows = await executor
    .selectFrom('clients')
    .innerJoin('ledgerAccounts as account', (join) => join.on('account.path', '=', sql`'client:' || clients.nice_id`))
    .innerJoin('ledgerBalances as kept', 'kept.accountId', 'account.accountId')
    .select(['account.currency', 'kept.balance'])
    .where('clients.clientId', '=', clientId)
    .execute();
  return new Map(rows.map(({ currency, balance }) => [currency, balance]));
}
