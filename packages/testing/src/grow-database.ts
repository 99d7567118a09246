import pg from 'pg';
import { z } from 'zod';

/** Tables whose size does not follow the number of clients and orders: settings, cursors, and what is swept away. */
export const steadyTables: readonly string[] = [
  'account_nonces',
  'address_recoveries',
  'archived_months',
  'bank_cursors',
  'chain_comparisons',
  'client_limits',
  'company_agreements',
  'consent_texts',
  'counted_tries',
  'coupons',
  'daily_prices',
  'database_epoch',
  'deposit_scans',
  'discount_tiers',
  'ended_order_changes',
  'ended_orders',
  'hourly_prices',
  'known_time',
  'ledger_archived_sums',
  'ledger_house_sums',
  'market_samples',
  'migrations',
  'network_costs',
  'operators',
  'own_spend_scans',
  'partner_secrets',
  'partners',
  'payment_groups',
  'payment_options',
  'payout_holds',
  'pricing_settings',
  'rate_limits',
  'reconciliation_cursors',
  'recurring_jobs',
  'referral_rules',
  'referral_settings',
  'sanctions_entries',
  'script_versions',
  'wallet_outflows',
  'webhook_secrets',
];

/** Texts that say of what kind a row is, also where they are part of a key. */
const kinds = new Set([
  'acquirer',
  'bank',
  'chain',
  'currency',
  'firm',
  'issuer',
  'kind',
  'list',
  'name',
  'partner_key',
  'policy',
  'provider',
  'source',
]);

const column = z.object({
  table: z.string(),
  name: z.string(),
  type: z.string(),
  /** Part of a unique key in which no column is drawn at random. */
  isKey: z.boolean(),
});
type Column = z.output<typeof column>;

/** Copies all that a database has of clients and orders, again and again. */
export interface DatabaseGrowth {
  /** Adds so many copies. */
  add(copies: number): Promise<void>;
  close(): Promise<void>;
}

/** Over how many days the copies are spread into the past, and whether the ended jobs of the queue are copied too. */
interface GrowthOptions {
  days: number;
  hasJobs: boolean;
}

/**
 * Takes what the database has now as what is copied; each copy has ids of its own. It is done past the triggers, so
 * only to see how statements behave: nothing of the ledger stands behind the copies.
 */
export async function openGrowth(ownerUrl: string, { days, hasJobs }: GrowthOptions): Promise<DatabaseGrowth> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  const tables = Map.groupBy(await readColumns(owner), ({ table }) => table);
  if (!hasJobs) tables.delete(queue);
  await owner.query(
    `select open_month((now() - month * interval '1 month')::date) from generate_series(0, $1::int) as month`,
    [Math.ceil(days / 28)],
  );
  for (const [place, [table]] of [...tables].entries()) {
    // The house's own accounts are one each, however many orders there are.
    const ofClients = table === 'ledger_balances' ? `where path ~ '^(client|order):'` : '';
    // Of a job that runs by itself there is one.
    const ofOrders = table === queue ? `where singleton_key is distinct from 'next'` : '';
    await owner.query(`create temp table kept_${place} as select * from ${table} ${ofClients} ${ofOrders}`);
  }
  await owner.query(writeCopyId);
  let made = 0;
  return {
    add: async (copies) => {
      for (const [place, [table, columns]] of [...tables].entries()) {
        await owner.query('begin');
        await owner.query('set local session_replication_role = replica');
        await owner.query('set local synchronous_commit = off');
        await owner.query(
          `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')})
           select ${columns.map((one) => writeValue(one, days)).join(', ')}
           from generate_series($1::int, $2::int) as copy cross join kept_${place} as kept
           -- Drawn numbers of orders may meet.
           on conflict do nothing`,
          [made + 1, made + copies],
        );
        await owner.query('commit');
      }
      made += copies;
      await owner.query('vacuum analyze');
    },
    close: () => owner.end(),
  };
}

/** An id begins with its time, and partitions go by it: that of a copy is as much older as the copy is. */
const writeCopyId = `create function pg_temp.copy_id(id uuid, copy int, age bigint) returns uuid language sql immutable as $$
  select (right(lpad(to_hex(('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint - age), 12, '0'), 12)
    || '7' || right(md5(id::text || copy), 19))::uuid $$`;

const queue = 'pgboss.job_common';

async function readColumns(owner: pg.Client): Promise<Column[]> {
  const { rows } = await owner.query(
    `select case nspname when 'public' then relname else nspname || '.' || relname end as table,
       attname as name, typname as type,
       exists (
         select from pg_index where indrelid = class.oid and indisunique and attnum = any(indkey) and not exists (
           select from pg_attribute other join pg_type kind on kind.oid = other.atttypid
           where other.attrelid = class.oid and other.attnum = any(indkey) and kind.typname in ('uuid', 'bytea')
         )
       ) as "isKey"
     from pg_class class join pg_namespace space on space.oid = relnamespace
       join pg_attribute on attrelid = class.oid join pg_type on pg_type.oid = atttypid
     where (nspname = 'public' and not relispartition or nspname || '.' || relname = $2) and relkind in ('r', 'p')
       and attnum > 0 and not attisdropped and attgenerated = '' and relname <> all ($1)
     order by class.oid, attnum`,
    [steadyTables, queue],
  );
  return z.array(column).parse(rows);
}

function writeValue({ name, type, isKey }: Column, days: number): string {
  const value = `kept."${name}"`;
  // The same copy is as old in each table, and the copies of each stage are spread alike.
  const age = `(copy * 7919 % 10007) * ${Math.round((days * 86_400_000) / 10_007)}::bigint`;
  if (type === 'uuid') return `pg_temp.copy_id(${value}, copy, ${age})`;
  if (type === 'bytea') return `sha256(${value} || copy::text::bytea)`;
  if (name === 'digits' || name === 'number')
    return `(1000000000 + ('x' || left(md5(${value} || copy), 10))::bit(40)::bigint % 8999999999)::text`;
  if (name === 'code' && isKey) return `upper(left(md5(${value} || copy), 10))`;
  if (type === 'timestamptz') return `${value} - ${age} * interval '1 ms'`;
  const isName = (isKey || name === 'reference' || name === 'singleton_key') && !kinds.has(name);
  if (type === 'text' && isName) return `case when ${value} = '' then '' else ${value} || '-' || copy end`;
  if ((type === 'int4' || type === 'int8') && isKey) return `${value} + copy * 1000`;
  return value;
}
