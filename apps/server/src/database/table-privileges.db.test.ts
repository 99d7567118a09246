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
      from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm') order by relname
    `)) ?? { rows: [] };
    const wanted = Object.entries({ ...tablePrivileges, [migrationsTable]: {} }).map(([name, privileges]) => [
      toTableName(name),
      listPrivileges(privileges).toSorted(),
    ]);
    expect(Object.fromEntries(rows.map(({ name, privileges }) => [name, privileges.toSorted()]))).toEqual(
      Object.fromEntries(wanted),
    );
  });

  test('the role has no power that gets round the laws, and the owner has each', async () => {
    expect(await listExcessPowers(database.url)).toEqual([]);
    expect(await listExcessPowers(database.ownerUrl)).toHaveLength(6);
  });

  test.each([
    'alter table ledger_lines disable trigger user',
    'alter table ledger_lines disable trigger all',
    'set session_replication_role = replica',
    'delete from ledger_lines',
    'update ledger_lines set amount = 1',
    'truncate ledger_lines',
    'update ledger_entries set kind = kind',
    'update ledger_accounts set is_guarded = false',
    'delete from ledger_balances',
    'update ledger_balances set account_id = account_id',
    'update operator_actions set operator = operator',
    'update order_events set at = at',
    'drop trigger ledger_lines_append_only on ledger_lines',
    'create or replace function ledger_refuse_change() returns trigger language plpgsql as $$ begin return null; end $$',
    'create table mine (id int)',
    'drop table pgboss.job',
    'insert into migrations values (now()::text, now())',
    'set role causeway',
    'alter role causeway_server superuser',
  ])('%s', async (statement) => {
    await expect(server?.query(statement)).rejects.toMatchObject({ code: '42501' });
  });
});
