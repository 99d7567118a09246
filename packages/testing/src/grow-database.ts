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
  'widget_files',
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

/** A table is written by one of them at a time. */
const writerCount = 2;

/** Copies are numbered through, so that none of two growths of a database meet. */
let made = 0;

/**
 * Takes what the database has now as what is copied; each copy has ids of its own. It is done past the triggers, so
 * only to see how statements behave: nothing of the ledger stands behind the copies.
 */
export async function openGrowth(ownerUrl: string, { days, hasJobs }: GrowthOptions): Promise<DatabaseGrowth> {
  const writers = Array.from({ length: writerCount }, () => new pg.Client({ connectionString: ownerUrl }));
  for (const writer of writers) await writer.on('error', () => {}).connect();
  const [owner] = writers;
  if (owner === undefined) throw new Error('Nobody writes the copies.');
  const tables = Map.groupBy(await readColumns(owner), ({ table }) => table);
  if (!hasJobs) tables.delete(queue);
  await owner.query(
    `select open_month((now() - month * interval '1 month')::date) from generate_series(0, $1::int) as month`,
    [Math.ceil(days / 28)],
  );
  for (const writer of writers) await keepRows(writer, tables);
  return {
    add: async (copies) => {
      const [first, last] = [made + 1, made + copies];
      made = last;
      await owner.query(putIndexesAside, [[...tables.keys()], [...drawn]]);
      const waiting = [...tables].entries();
      const write = async (writer: pg.Client) => {
        for (const [place, [table, columns]] of waiting) {
          await writer.query(writeCopies(`kept_${place}`, { table, columns, days }), [first, last]);
          await writer.query(`reindex table ${table}`);
        }
      };
      await Promise.all(writers.map(write));
      await owner.query('vacuum analyze');
    },
    close: async () => void (await Promise.all(writers.map((writer) => writer.end()))),
  };
}

/** Keeps in a connection what is copied, and takes it past the triggers. */
async function keepRows(writer: pg.Client, tables: ReadonlyMap<string, readonly Column[]>): Promise<void> {
  for (const [place, [table, columns]] of [...tables].entries()) {
    // The house's own accounts are one each, however many orders there are.
    const ofClients = table === 'ledger_balances' ? `where path ~ '^(client|order):'` : '';
    // Of a job that runs by itself there is one.
    const ofOrders = table === queue ? `where singleton_key is distinct from 'next'` : '';
    const kept = ['*', ...columns.filter(({ type }) => type === 'uuid').map(readBegin)].join(', ');
    await writer.query(`create temp table kept_${place} as select ${kept} from ${table} ${ofClients} ${ofOrders}`);
  }
  await writer.query(writeCopyId);
  await writer.query('set session_replication_role = replica');
  await writer.query('set synchronous_commit = off');
  await writer.query(`set maintenance_work_mem = '256MB'`);
}

interface Copied {
  table: string;
  columns: readonly Column[];
  days: number;
}

/** The oldest copies first, as they would have come: what goes by time lies in its order. */
function writeCopies(kept: string, { table, columns, days }: Copied): string {
  const isDrawn = columns.some(({ name, isKey }) => isKey && drawn.has(name));
  return `insert into ${table} (${columns.map(({ name }) => `"${name}"`).join(', ')})
    select ${columns.map((one) => writeValue(one, days)).join(', ')}
    from (select copy from generate_series($1::int, $2::int) as copy order by copy * 7919 % 10007 desc) as copies
      cross join ${kept} as kept
    ${isDrawn ? 'on conflict do nothing' : ''}`;
}

/** An id begins with its time, and partitions go by it: that of a copy is as much older as the copy is. */
const writeCopyId = `create function pg_temp.copy_id(id uuid, began bigint, copy int, age bigint) returns uuid language sql immutable as $$
  select (encode(substring(int8send(began - age) from 3), 'hex') || '7' || right(md5(id::text || copy::text), 19))::uuid $$`;

/** The time with which an id begins, in milliseconds: read once for all copies, as it takes longer than the rest. */
function readBegin({ name }: Column): string {
  return `('x' || left(replace("${name}"::text, '-', ''), 12))::bit(48)::bigint as "${name} began"`;
}

/** Columns of numbers that are drawn, of which two may be the same: such a copy is left out, by their index. */
const drawn = new Set(['digits', 'number', 'code']);

/** A row is written several times as fast where no index waits for it: they are built when all rows are there. */
const putIndexesAside = `
  update pg_index set indisready = false, indisvalid = false
  where indrelid in (
    select relation.oid from unnest($1::text[]) as grown (name)
      join pg_class relation on relation.oid = grown.name::regclass
    union
    select tree.relid from unnest($1::text[]) as grown (name) cross join pg_partition_tree(grown.name::regclass) as tree
  ) and indexrelid in (select oid from pg_class where relkind = 'i') and not (indisunique and exists (
    select from pg_attribute where attrelid = indrelid and attnum = any(indkey) and attname = any($2)
  ))`;

const queue = 'pgboss.job_common';

async function readColumns(owner: pg.Client): Promise<Column[]> {
  const { rows } = await owner.query(
    `select case nspname when 'public' then relname else nspname || '.' || relname end as table,
       attname as name, typname as type,
       exists (
         select from pg_index where indrelid = class.oid and indisunique and attnum = any(indkey) and not exists (
           select from pg_attribute other join pg_type kind on kind.oid = other.atttypid
           where other.attrelid = class.oid and other.attnum = any(indkey) and kind.typname in ('uuid', 'bytea')
             and (other.attnotnull or not indnullsnotdistinct)
         )
       ) as "isKey"
     from pg_class class join pg_namespace space on space.oid = relnamespace
       join pg_attribute on attrelid = class.oid join pg_type on pg_type.oid = atttypid
     where (nspname = 'public' and not relispartition or nspname || '.' || relname = $2) and relkind in ('r', 'p')
       and attnum > 0 and not attisdropped and attgenerated = '' and attidentity <> 'a' and relname <> all ($1)
     order by class.oid, attnum`,
    [steadyTables, queue],
  );
  return z.array(column).parse(rows);
}

function writeValue({ name, type, isKey }: Column, days: number): string {
  const value = `kept."${name}"`;
  // The same copy is as old in each table, and the copies of each stage are spread alike.
  const age = `(copy * 7919 % 10007) * ${Math.round((days * 86_400_000) / 10_007)}::bigint`;
  if (type === 'uuid') return `pg_temp.copy_id(${value}, kept."${name} began", copy, ${age})`;
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
