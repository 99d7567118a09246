import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';

/** What a client holds by currency, in smallest units; currencies that were never held are left out. */
export async function listClientBalances(executor: Executor, clientId: string): Promise<ReadonlyMap<string, bigint>> {
  const rows = await executor
    .selectFrom('clients')
    .innerJoin('ledgerBalances as kept', (join) => join.on('kept.path', '=', sql`'client:' || clients.nice_id`))
    .select(['kept.currency', 'kept.balance'])
    .where('clients.clientId', '=', clientId)
    .execute();
  return new Map(rows.map(({ currency, balance }) => [currency, balance]));
}
