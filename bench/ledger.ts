import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeEmbeddedPostgres } from '@causeway/embedded-postgres/remove-embedded-postgres';
import { startEmbeddedPostgres } from '@causeway/embedded-postgres/start-embedded-postgres';
import pg from 'pg';
import { z } from 'zod';
import { readCpuTimes } from './cpu-time.ts';
import type { Row } from './print-rows.ts';

const sizes = [1000, 100_000, 1_000_000];
const ratioMost = 1.3;
const warmUp = 100;
const credits = 1500;
const readings = 3000;
const bankPath = 'world:bank:bank_one';

const server = z.object({
  migrateDatabase: z.custom<(url: string) => Promise<void>>((value) => typeof value === 'function'),
});

/**
 * Milliseconds of one credit and one reading of a balance: the lower quartile on the clock, and what each took of the
 * database's processor, which is the same on a busy machine. 0 where the system does not report it.
 */
interface Cost {
  credit: number;
  creditCpu: number;
  read: number;
  readCpu: number;
}

/**
 * A credit from a treasury account to one client's account, each in a transaction of its own with the statement of the
 * server's ledger, when that account has a thousand, a hundred thousand and a million lines.
 */
export async function benchLedger(): Promise<Row[]> {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'causeway-ledger-'));
  await chmod(dataDirectory, 0o755);
  const database = await startEmbeddedPostgres({ dataDirectory });
  const client = new pg.Client({ connectionString: database.url });
  try {
    const path = fileURLToPath(new URL('../apps/server/src/database/migrate-database.ts', import.meta.url));
    await server.parse(await import(path)).migrateDatabase(database.url);
    await client.connect();
    const costs: Cost[] = [];
    let lines = 0;
    for (const size of sizes) {
      await fill(client, size - lines);
      costs.push(await measure(client));
      lines = size + warmUp + credits;
    }
    return toRows(costs);
  } finally {
    await client.end();
    await database.stop();
    await removeEmbeddedPostgres(dataDirectory);
  }
}

/** Without the triggers: what they would have written is written once, at the end. */
async function fill(client: pg.Client, count: number): Promise<void> {
  await client.query('begin');
  await client.query('set local session_replication_role = replica');
  await client.query(
    `create temp table made on commit drop as
     select overlay(gen_random_uuid()::text placing $2 from 1 for 13)::uuid as entry_id from generate_series(1, $1)`,
    [count, newId().slice(0, 13)],
  );
  await client.query(`insert into ledger_keys select 'key ' || entry_id, entry_id from made`);
  await client.query(
    `insert into ledger_entries select entry_id, 'test', 'test', $1, array['client:CL1'], array[1], array['EUR'], now() from made`,
    [[bankPath]],
  );
  await client.query(
    `insert into ledger_balances as kept values ('client:CL1', 'EUR', $1)
     on conflict (path, currency) do update set balance = kept.balance + excluded.balance`,
    [count],
  );
  await client.query(`insert into ledger_house_sums values ($1, 'EUR', gen_random_uuid(), $2)`, [bankPath, -count]);
  await client.query('commit');
  await client.query('vacuum analyze');
}

async function measure(client: pg.Client): Promise<Cost> {
  for (let index = 0; index < warmUp; index += 1) await credit(client);
  const [creditTime, creditCpu] = await measureMany(client, credits, () => credit(client));
  const sql = { name: 'read', text: 'select balance from ledger_accounts where path = $1', values: [bankPath] };
  const [read, readCpu] = await measureMany(client, readings, () => client.query(sql));
  return { credit: creditTime, creditCpu, read, readCpu };
}

async function measureMany(
  client: pg.Client,
  count: number,
  run: () => Promise<unknown>,
): Promise<[clock: number, cpu: number]> {
  const { pid } = backend.parse((await client.query('select pg_backend_pid() as pid')).rows[0]);
  const before = (await readCpuTimes({ pid }))['pid'] ?? 0;
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) times.push(await timed(run));
  const after = (await readCpuTimes({ pid }))['pid'] ?? 0;
  return [lowerQuartile(times), ((after - before) * 1000) / count];
}

const backend = z.object({ pid: z.int() });

const creditSql = `
  with key as (
    insert into ledger_keys (idempotency_key, entry_id, reverses_entry_id) values ($1, $2::uuid, null)
    on conflict (idempotency_key) do nothing returning entry_id
  )
  insert into ledger_entries (entry_id, kind, reference, givers, takers, amounts, currencies, created_at)
  select entry_id, 'test', 'test', $3::text[], array['client:CL1'], array[1::numeric], array['EUR'], now() from key returning entry_id`;

async function credit(client: pg.Client): Promise<void> {
  const entryId = newId();
  await client.query('begin');
  await client.query({ name: 'credit', text: creditSql, values: [`key ${entryId}`, entryId, [bankPath]] });
  await client.query('commit');
}

/** Time first, as in the server's ids. */
function newId(): string {
  const hex = Date.now().toString(16).padStart(12, '0') + `7${randomBytes(10).toString('hex').slice(1)}`;
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const from = performance.now();
  await run();
  return performance.now() - from;
}

function lowerQuartile(values: readonly number[]): number {
  return values.toSorted((left, right) => left - right)[Math.floor(values.length / 4)] ?? 0;
}

function toRows(costs: readonly Cost[]): Row[] {
  const [first, last] = [costs[0], costs.at(-1)];
  if (first === undefined || last === undefined) throw new Error('Nothing was measured.');
  const rows = costs.flatMap((cost, index): Row[] => [
    { name: `credit at ${sizes[index]} lines`, value: cost.credit.toFixed(2), unit: 'ms' },
    { name: `credit at ${sizes[index]} lines, processor`, value: cost.creditCpu.toFixed(3), unit: 'ms' },
    { name: `balance of a house account at ${sizes[index]} lines`, value: cost.read.toFixed(2), unit: 'ms' },
    {
      name: `balance of a house account at ${sizes[index]} lines, processor`,
      value: cost.readCpu.toFixed(3),
      unit: 'ms',
    },
  ]);
  const hasCpu = first.creditCpu > 0 && first.readCpu > 0;
  const ratio = hasCpu ? last.creditCpu / first.creditCpu : last.credit / first.credit;
  const readRatio = hasCpu ? last.readCpu / first.readCpu : last.read / first.read;
  const goal = `at most ${ratioMost}`;
  return [
    ...rows,
    { name: 'credit, last beside first', value: ratio.toFixed(2), unit: '×', goal, isMet: ratio <= ratioMost },
    { name: 'balance, last beside first', value: readRatio.toFixed(2), unit: '×', goal, isMet: readRatio <= ratioMost },
  ];
}
