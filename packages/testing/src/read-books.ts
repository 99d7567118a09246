import { z } from 'zod';
import { withClient } from './with-client.ts';

const entryRow = z.object({ reference: z.string(), kind: z.string() });
/** The network fee of collecting a deposit is booked for its transaction. */
const entriesSql = `
  select coalesce(orders.nice_id, entry.reference) as reference, entry.kind
  from ledger_entries entry
    left join account_transactions on entry.kind = 'chain_fee' and transaction_id::text = entry.reference
    left join deposit_addresses using (address_id)
    left join orders using (order_id)
  order by kind`;
const alarmRow = z.object({ kind: z.string(), subject: z.string() });

/** What the product has recorded. */
export interface Books {
  /** Kinds of the ledger's entries for an order, sorted. */
  entriesOf(niceId: string): string[];
  /** Open alarms, one line each. */
  readonly alarms: readonly string[];
}

/** Reads the ledger's entries and the open alarms. */
export function readBooks(databaseUrl: string): Promise<Books> {
  return withClient(databaseUrl, async (client) => {
    const entries = await client.query(entriesSql);
    const alarms = await client.query('select kind, subject from alarms where cleared_at is null order by raised_at');
    const byOrder = Map.groupBy(z.array(entryRow).parse(entries.rows), ({ reference }) => reference);
    return {
      entriesOf: (niceId) => (byOrder.get(niceId) ?? []).map(({ kind }) => kind),
      alarms: z
        .array(alarmRow)
        .parse(alarms.rows)
        .map(({ kind, subject }) => `${kind} ${subject}`),
    };
  });
}
