import { createTestDatabase } from '@causeway/testing/create-test-database';
import pg from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import { credentials } from '../../attacks/fixtures/credentials.ts';
import { clientPaths, paths } from '../../ledger/paths.ts';
import { textColumns } from '../closing/personal-columns.ts';
import { type ExportedTable, exportedFiles } from './exported-tables.ts';
import { leftOutTables } from './left-out-tables.ts';

const database = await createTestDatabase();
const owner = new pg.Client({ connectionString: database.ownerUrl });
await owner.connect();
afterAll(() => owner.end());

const parts: readonly (readonly [string, ExportedTable])[] = Object.values(exportedFiles).flatMap(Object.entries);
const exported = new Map(parts);

function personalOf(table: string): string[] {
  const { closed = [], soon = [], retained, aged } = textColumns[table] ?? {};
  return [...new Set([...closed, ...soon, ...(retained?.columns ?? []), ...(aged?.columns ?? [])])];
}

async function listColumns(): Promise<{ table: string; column: string; type: string }[]> {
  const { rows } = await owner.query<{ table: string; column: string; type: string }>(
    `select relname as table, attname as column, format_type(atttypid, null) as type
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and (relkind in ('r', 'p') or relname = 'ledger_accounts') and not relispartition and attnum > 0 and not attisdropped
       and relname <> 'migrations'`,
  );
  return rows;
}

const inOrder = (names: Iterable<string>) => [...names].toSorted((one, other) => one.localeCompare(other));

/** Columns that belong to a credential and open nothing by themselves in the hands of the client. */
const openNothing: Readonly<Record<string, string>> = {
  'client_identities.issuer': 'the provider whose sign-in it is; what it calls the client is withheld',
  'orders.nice_id': 'the number under which the client sees its own orders everywhere',
};

describe('the copy of a client’s data walks the catalogue', () => {
  test('every table with personal data or rows of a client is in it, or is left out with a reason', async () => {
    const all = await listColumns();
    const owned = all.filter(({ column }) => column === 'client_id' || column === 'order_id');
    const personal = Object.keys(textColumns).filter((table) => personalOf(table).length > 0);
    const due = new Set([...owned.map(({ table }) => table), ...personal]);
    const declared = [...exported.keys(), ...Object.keys(leftOutTables)];
    expect([...due].filter((table) => !declared.includes(table)).toSorted()).toEqual([]);
    expect(new Set(declared).size).toBe(declared.length);
    const tables = new Set(all.map(({ table }) => table));
    expect(declared.filter((table) => !tables.has(table))).toEqual([]);
    // Beside those that the rule finds: rows that belong to a client by a path, a file or a text.
    const more = ['balance_operations', 'consent_texts', 'document_reads', 'ledger_accounts', 'rate_limits'];
    expect(inOrder(declared.filter((table) => !due.has(table) && !more.includes(table)))).toEqual([]);
  });

  test('every account of the ledger that is in a client’s name is in it', () => {
    const others = ['worldCard', 'worldBank', 'worldChain', 'order', 'partner', 'partnerPending'];
    const inName = Object.entries(paths).flatMap(([name, path]) =>
      typeof path === 'string' || others.includes(name) ? [] : [path('CW1')],
    );
    expect(clientPaths('CW1').toSorted()).toEqual(inName.toSorted());
  });

  test('every personal column of a table in it is written, or withheld with a reason', () => {
    for (const [table, { columns, withheld = {} }] of exported)
      expect(inOrder(personalOf(table).filter((column) => !columns.includes(column))), table).toEqual(
        inOrder(Object.keys(withheld).filter((column) => personalOf(table).includes(column))),
      );
  });

  test('every column in it is there, and every whole number has its currency', async () => {
    const all = await listColumns();
    for (const [table, { columns, amounts = {}, withheld = {} }] of exported) {
      const present = all.filter((one) => one.table === table);
      const names = present.map(({ column }) => column);
      expect(
        [...columns, ...Object.keys(withheld)].filter((column) => !names.includes(column)),
        table,
      ).toEqual([]);
      const whole = present.filter(({ column, type }) => columns.includes(column) && /^(numeric|bigint)/.test(type));
      expect(inOrder(whole.map(({ column }) => column)), table).toEqual(inOrder(Object.keys(amounts)));
      expect(
        Object.values(amounts).filter((currency) => !columns.includes(currency)),
        table,
      ).toEqual([]);
    }
  });

  test('nothing in it is a credential, a hash or bytes', async () => {
    const secret = new Set<string>(Object.values(credentials).flatMap(({ columns }) => [...columns]));
    const all = await listColumns();
    for (const [table, { columns }] of exported) {
      const names = columns.map((column) => `${table}.${column}`);
      expect(names.filter((name) => secret.has(name) && !Object.hasOwn(openNothing, name))).toEqual([]);
      const bytes = all.filter((one) => one.table === table && one.type === 'bytea').map(({ column }) => column);
      expect(
        columns.filter((column) => bytes.includes(column)),
        table,
      ).toEqual([]);
    }
  });
});
