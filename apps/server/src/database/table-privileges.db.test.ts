import { createTestDatabase } from '@causeway/testing/create-test-database';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { listPrivileges, toTableName } from './grant-privileges.ts';
import { listExcessPowers } from './prepare-database.ts';
import { migrationsTable, tablePrivileges } from './table-privileges.ts';

const database = await createTestDatabase();
const [server, owner] = [database.url, database.ownerUrl].map(
  (connectionString) => new pg.Client({ connectionString }),
);
await server?.connect();
await owner?.connect();
afterAll(() => Promise.all([server?.end(), owner?.end()]));

describe('a live server is strict: its role owns nothing and cannot change the ledger', () => {
  test('every table has its row, and the role has what the row says', async () => {
    const { rows } = (await owner?.query<{ name: string; privileges: string[] }>(`
      select relname as name, array(
        select privilege from unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'trigger', 'references']) privilege
        where has_table_privilege('causeway_server', pg_class.oid, privilege)
      ) || array(
        select 'update (' || attname || ')' from pg_attribute
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped
          and not has_table_privilege('causeway_server', pg_class.oid, 'update')
          and has_column_privilege('causeway_server', pg_class.oid, attnum, 'update')
      ) as privileges
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') and not relispartition order by relname
    `)) ?? { rows: [] };
    const wanted = Object.entries({ ...tablePrivileges, [migrationsTable]: {} }).map(([name, privileges]) => [
      toTableName(name),
      listPrivileges(privileges).toSorted(),
    ]);
    expect(Object.fromEntries(rows.map(({ name, privileges }) => [name, privileges.toSorted()]))).toEqual(
      Object.fromEntries(wanted),
    );
  });

  test('a partition is nothing that the role may touch by its own name', async () => {
    const { rows } = (await owner?.query<{ name: string }>(
      `select relname as name from pg_class where relispartition and relkind = 'r' and relnamespace = 'public'::regnamespace
         and has_table_privilege('causeway_server', oid, 'select, insert, update, delete, truncate, trigger, references')`,
    )) ?? { rows: [] };
    expect(rows).toEqual([]);
  });

  test('the role has no power that gets round the laws, and the owner has each', async () => {
    expect(await listExcessPowers(database.url)).toEqual([]);
    expect(await listExcessPowers(database.ownerUrl)).toHaveLength(6);
  });

  test.each([
    'alter table ledger_entries disable trigger user',
    'alter table ledger_entries disable trigger all',
    'set session_replication_role = replica',
    'delete from ledger_entries',
    'update ledger_entries set kind = kind',
    'truncate ledger_entries',
    'insert into ledger_entries_default select * from ledger_entries',
    'delete from ledger_entries_default',
    'alter table ledger_entries detach partition ledger_entries_default',
    'update ledger_keys set idempotency_key = idempotency_key',
    'delete from ledger_keys',
    `insert into ledger_balances values ('client:X', 'EUR', 5)`,
    'update ledger_balances set balance = balance',
    'delete from ledger_balances',
    'update ledger_house_sums set amount = amount',
    'delete from ledger_house_sums',
    `insert into ledger_archived_sums values ('2020-01', 'treasury', 'EUR', 5)`,
    'delete from archived_months',
    'update operator_actions set operator = operator',
    'update order_events set at = at',
    'drop trigger ledger_entries_append_only on ledger_entries',
    'create or replace function ledger_refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
    'create or replace function ledger_apply_entry() returns trigger language plpgsql as $$ begin return null; end $$',
    'create table mine (id int)',
    'drop table pgboss.job',
    'insert into migrations values (now()::text, now())',
    'set role causeway',
    'alter role causeway_server superuser',
  ])('%s', async (statement) => {
    await expect(server?.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});
