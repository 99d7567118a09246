import { sql } from 'kysely';
import type { Executor } from '../../database/db.ts';

/** What orders hold of a client's balance until their code is given, by currency, in smallest units. */
export async function listHeldAmounts(executor: Executor, clientId: string): Promise<ReadonlyMap<string, bigint>> {
  const rows = await executor
    .selectFrom('orders')
    .innerJoin('ledgerBalances as kept', (join) =>
      join.on('kept.path', '=', sql`'order:' || orders.nice_id`).onRef('kept.currency', '=', 'orders.payinCurrency'),
    )
    .select(['kept.currency', sql<bigint>`sum(kept.balance)::bigint`.as('held')])
    .where('orders.clientId', '=', clientId)
    .where('orders.payinGroup', '=', 'balance')
    .where('orders.status', '=', 'confirmation_pending')
    .groupBy('kept.currency')
    .execute();
  return new Map(rows.map(({ currency, held }) => [currency, held]));
}
