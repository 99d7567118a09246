import { createTestDatabase } from '@causeway/testing/create-test-database';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { migrateDatabase } from './migrate-database.ts';

const folder = new URL('../../migrations/', import.meta.url);
const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
const renamed = files.find((file) => file.endsWith('-payout-statuses.sql')) ?? '';

/** What was called `stuck`, and every other state that may not change: table, former columns, status and reason now. */
const rows = [
  ['payouts', { status: 'stuck', stuck_reason: 'network_fee' }, 'held', 'network_fee'],
  ['payouts', { status: 'stuck' }, 'stopped', ''],
  ['payouts', { status: 'stuck', txid: 'a', raw_transaction: 'a', fee: 1 }, 'failed', ''],
  ['payouts', { status: 'planned' }, 'planned', ''],
  ['payouts', { status: 'settled', txid: 'b', raw_transaction: 'b', fee: 1 }, 'settled', ''],
  ['bank_payouts', { status: 'stuck', stuck_reason: 'day_limit' }, 'held', 'day_limit'],
  ['bank_payouts', { status: 'stuck' }, 'stopped', ''],
  ['bank_payouts', { status: 'returned' }, 'returned', ''],
  ['card_payouts', { status: 'stopped', failure_reason: 'day_limit' }, 'held', 'day_limit'],
  ['card_payouts', { status: 'stopped' }, 'stopped', ''],
  ['card_payouts', { status: 'paid' }, 'paid', ''],
] as const;

let client: pg.Client;
let url: string;

/** A row with some value in each column that has to have one. */
async function insert(table: string, values: Readonly<Record<string, string | number>>): Promise<string> {
  const { rows: needed } = await client.query<{ name: string; type: string }>(
    `select column_name as name, data_type as type from information_schema.columns
      where table_name = $1 and is_nullable = 'NO' and column_default is null`,
    [table],
  );
  const made = Object.fromEntries(needed.map(({ name, type }) => [name, valueOf(type)]));
  const row = { ...made, ...values };
  const [names, places] = [Object.keys(row), Object.keys(row).map((_name, index) => `$${index + 1}`)];
  const id = table === 'payouts' ? 'payout_id' : `${table.slice(0, -1)}_id`;
  const key = names.includes(id) ? id : 'payout_id';
  const { rows: inserted } = await client.query<{ id: string }>(
    `insert into ${table} (${names.join()}) values (${places.join()}) returning ${key} as id`,
    Object.values(row),
  );
  return `select status, hold_reason from ${table} where ${key} = '${inserted[0]?.id}'`;
}

function valueOf(type: string): string | number | Date {
  if (type === 'uuid') return crypto.randomUUID();
  if (type.startsWith('timestamp')) return new Date();
  return type === 'text' ? 'x' : 1;
}

beforeAll(async () => {
  // Its rows belong to no orders: there are no books to look at.
  ({ ownerUrl: url } = await createTestDatabase({ from: 'nothing', hasBooks: false }));
  client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('create table migrations (name text primary key, applied_at timestamptz not null)');
  for (const file of files.slice(0, files.indexOf(renamed)))
    await client.query(
      `${await readFile(new URL(file, folder), 'utf8')}; insert into migrations values ('${file}', now())`,
    );
  return () => client.end();
});

test('each pay-out that was stuck is held, stopped or failed afterwards, and the others stay', async () => {
  await client.query("set session_replication_role = 'replica'");
  const reads: string[] = [];
  for (const [table, values] of rows) reads.push(await insert(table, values));
  await migrateDatabase(url);
  const found = [];
  for (const read of reads) found.push((await client.query(read)).rows[0]);
  expect(found).toEqual(rows.map(([, , status, reason]) => ({ status, hold_reason: reason })));
});
