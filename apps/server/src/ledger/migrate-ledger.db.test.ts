import { createTestDatabase, type TestDatabase } from '@causeway/testing/create-test-database';
import { readdir, readFile } from 'node:fs/promises';
import pg from 'pg';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { migrateDatabase } from '../database/migrate-database.ts';

const folder = new URL('../../migrations/', import.meta.url);
const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).toSorted();
const rebuilt = files.find((file) => file.endsWith('-ledger-entries-in-one-row.sql')) ?? '';

const entryCount = 1200;
/**
 * Entries as the former writer made them: two lines for each posting, the giver first; a purchase takes in, exchanges
 * and pays out in two currencies. Times are in three months, and ids begin with them.
 */
const fillSql = `
  select setseed(0.4);
  create temp table made as
    select number, 'order:CW' || (number % 300) as order_path, now() - (number % 90) * interval '1 day' as at, 1 + floor(random() * 90000)::numeric as amount
    from generate_series(1, ${entryCount}) as number;
  alter table made add column entry_id uuid;
  update made set entry_id = overlay(overlay(gen_random_uuid()::text placing '7' from 15)
    placing regexp_replace(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0'), '^(.{8})', '\\1-') from 1)::uuid;
  insert into ledger_accounts select gen_random_uuid(), path, currency, path like 'order:%', now()
    from (select distinct order_path as path from made union values ('world:card:card_one'), ('treasury'), ('income:service-fee'), ('world:chain:bitcoin')) paths
      cross join (values ('EUR'), ('BTC')) currencies (currency);
  create temp table posted as
    select entry_id, 1 as place, 'world:card:card_one' as giver, order_path as taker, 'EUR' as currency, amount from made
    union all select entry_id, 2, order_path, 'income:service-fee', 'EUR', 1 from made where number % 3 = 0
    union all select entry_id, 3, 'treasury', order_path, 'BTC', amount * 100000000000000000000 from made where number % 3 = 0
    union all select entry_id, 4, order_path, 'world:chain:bitcoin', 'BTC', amount from made where number % 3 = 0;
  create temp table numbered as select *, row_number() over (partition by entry_id order by place) as position from posted;
  insert into ledger_entries select entry_id, case when number % 3 = 0 then 'conversion' else 'card_payin' end, 'CW' || (number % 300), 'key ' || number, null, at from made;
  insert into ledger_entries select gen_random_uuid(), 'reversal', reference, 'reversal:' || entry_id, entry_id, now() from ledger_entries where idempotency_key = 'key 5';
  insert into numbered select entry_id, 1, 'order:CW5', 'world:card:card_one', 'EUR', (select amount from made where number = 5), 1
    from ledger_entries where kind = 'reversal';
  create temp table line as
    select entry_id, (2 * position - 1)::smallint as line_number, giver as path, currency, -amount as amount from numbered
    union all select entry_id, (2 * position)::smallint, taker, currency, amount from numbered;
  insert into ledger_balances select account_id, sum(amount) from line join ledger_accounts using (path, currency) where is_guarded group by account_id;
  insert into ledger_lines select entry_id, line_number, account_id, currency, amount from line join ledger_accounts using (path, currency) order by entry_id, line_number;
  drop table made, posted, numbered, line;`;

const linesSql = {
  former: `select entry_id, line_number::int, path, line.currency, amount from ledger_lines line join ledger_accounts using (account_id) order by 1, 2`,
  now: 'select entry_id, line_number, path, currency, amount from ledger_lines order by 1, 2',
};
const sumsSql = {
  former: `select path, line.currency, sum(amount) from ledger_lines line join ledger_accounts using (account_id) group by 1, 2 having sum(amount) <> 0 order by path collate "C", 2`,
  now: 'select path, currency, balance as sum from ledger_accounts where balance <> 0 order by path, currency',
};

let url: string;
let before: TestDatabase;

async function query<Row extends pg.QueryResultRow>(sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** A database of the version before, with a ledger in it. */
beforeAll(async () => {
  before = await createTestDatabase({ from: 'nothing' });
  url = before.ownerUrl;
  await query('create table migrations (name text primary key, applied_at timestamptz not null)');
  for (const file of files.slice(0, files.indexOf(rebuilt)))
    await query(`${await readFile(new URL(file, folder), 'utf8')}; insert into migrations values ('${file}', now())`);
  await query(fillSql);
});
beforeEach(async () => {
  ({ ownerUrl: url } = await createTestDatabase({ from: before }));
});

describe('the ledger of the version before is taken over, sum by sum', () => {
  test('every line and balance is what it was, by month, and no part of the old one is left', async () => {
    const [lines, sums] = [await query(linesSql.former), await query(sumsSql.former)];
    expect(lines.length).toBeGreaterThan(entryCount * 4);
    await migrateDatabase(url);
    expect(await query(linesSql.now)).toEqual(lines);
    expect(await query(sumsSql.now)).toEqual(sums);
    expect(await query(`select tablename from pg_tables where tablename like 'former%'`)).toEqual([]);
    const stray = await query('select entry_id from ledger_entries_default where kind <> $$reversal$$');
    expect(stray).toEqual([]);
    const [reversal] = await query<{ count: string }>(
      'select count(*) from ledger_keys where reverses_entry_id is not null',
    );
    expect(reversal?.count).toBe('1');
  });

  test.each([
    [
      'a balance is not the sum of its lines',
      'update ledger_balances set balance = balance + 1 where account_id = (select min(account_id::text)::uuid from ledger_balances)',
    ],
    [
      'an entry does not sum to zero',
      'update ledger_lines set amount = amount + 1 where line_number = 2 and entry_id = (select min(entry_id::text)::uuid from ledger_lines)',
    ],
    [
      'a line is missing',
      'delete from ledger_lines where line_number = 1 and entry_id = (select min(entry_id::text)::uuid from ledger_lines)',
    ],
    [
      'lines are no pairs',
      'update ledger_lines set line_number = line_number + 101 where entry_id = (select min(entry_id::text)::uuid from ledger_lines)',
    ],
    ['an entry has no lines', `insert into ledger_entries values (gen_random_uuid(), 'x', 'x', 'x', null, now())`],
  ])('where %s it stops and leaves all as it was', async (_what, damage) => {
    await query(`set session_replication_role = replica; ${damage}`);
    const [lines, sums] = [
      await query(linesSql.former),
      await query('select * from ledger_balances order by account_id'),
    ];
    await expect(migrateDatabase(url)).rejects.toThrow(rebuilt);
    expect(await query(linesSql.former)).toEqual(lines);
    expect(await query('select * from ledger_balances order by account_id')).toEqual(sums);
  });
});
