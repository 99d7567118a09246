import { createTestDatabase } from '@causeway/testing/create-test-database';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../../database/create-database.ts';
import { eraseAged, erasePersonal } from './erase-deleted.ts';
import { textColumns } from './personal-columns.ts';

// Its rows are made up, so their amounts mean nothing.
const database = await createTestDatabase({ hasBooks: false });
const db = createDatabase(database.url);
const owner = new pg.Client({ connectionString: database.ownerUrl });
afterAll(() => Promise.all([db.destroy(), owner.end()]));

interface Column {
  table: string;
  name: string;
  type: string;
}
const ids = { client: randomUUID(), order: randomUUID(), payout: randomUUID(), transaction: randomUUID() };
const others = { client: randomUUID(), order: randomUUID(), payout: randomUUID(), transaction: randomUUID() };
const mark = 'Anna Lind';
const longAgo = new Date('2015-05-05T00:00:00Z');
let columns: Column[];

async function listColumns(types: readonly string[]): Promise<Column[]> {
  const { rows } = await owner.query<Column>(
    `select relname as table, attname as name, format_type(atttypid, null) as type from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and attnum > 0 and not attisdropped
       and relname <> 'migrations' and (cardinality($1::text[]) = 0 or format_type(atttypid, null) = any($1)) order by relname, attnum`,
    [types],
  );
  return rows;
}

const texts = ['text', 'text[]', 'jsonb', 'json', 'bytea', 'character varying'];

beforeAll(async () => {
  await owner.connect();
  columns = await listColumns(texts);
});

describe('erasure walks the catalogue', () => {
  test('every column that can hold a text is declared, once, and none that is not there', () => {
    const declared = Object.entries(textColumns).flatMap(
      ([table, { plain = [], closed = [], soon = [], retained, aged }]) => {
        const retainedOrAged = new Set([...(retained?.columns ?? []), ...(aged?.columns ?? [])]);
        return [...plain, ...closed, ...soon, ...retainedOrAged].map((column) => `${table}.${column}`);
      },
    );
    const present = columns.map(({ table, name }) => `${table}.${name}`);
    const byName = (left: string, right: string) => left.localeCompare(right);
    expect(declared.toSorted(byName)).toEqual(present.toSorted(byName));
  });

  test('data kept for the law is erased for the client whose retention has ended, and for no other', async () => {
    const retained = tablesOf('retained');
    await fill(retained, ids, new Date());
    await fill(retained, others, new Date());
    await db.transaction().execute((trx) => erasePersonal(trx, [ids.client]));
    for (const table of retained) {
      const names = textColumns[table]?.retained?.columns ?? [];
      for (const name of names) {
        const { rows } = await owner.query<{ marked: string }>(
          `select count(*) filter (where ${name}::text like '%${mark}%')::text as marked from ${table}`,
        );
        expect(rows[0]?.marked, `${table}.${name}`).toBe('1');
      }
    }
  });

  test('rows without a known owner are erased by their age', async () => {
    const aged = tablesOf('aged');
    for (const table of aged) await owner.query(`delete from ${table}`);
    await fill(aged, ids, longAgo);
    await fill(aged, others, new Date());
    await db.transaction().execute((trx) => eraseAged(trx, new Date('2020-01-01T00:00:00Z')));
    for (const table of aged)
      for (const name of textColumns[table]?.aged?.columns ?? []) {
        const { rows } = await owner.query<{ marked: string }>(
          `select count(*) filter (where ${name}::text like '%${mark}%')::text as marked from ${table}`,
        );
        expect(rows[0]?.marked, `${table}.${name}`).toBe('1');
      }
  });
});

function tablesOf(when: 'retained' | 'aged'): string[] {
  return Object.keys(textColumns).filter((table) => textColumns[table]?.[when] !== undefined);
}

/** One row in each table, every text of it personal; constraints of the schema are switched off. */
async function fill(tables: readonly string[], of: typeof ids, at: Date): Promise<void> {
  const all = await listColumns([]);
  await owner.query('begin');
  await owner.query('set local session_replication_role = replica');
  for (const table of tables) {
    const { rows: checks } = await owner.query<{ name: string }>(
      `select conname as name from pg_constraint where conrelid = $1::regclass and contype = 'c'`,
      [table],
    );
    for (const { name } of checks) await owner.query(`alter table ${table} drop constraint ${name}`);
    const own = all.filter((column) => column.table === table);
    const values = own.map((column) => valueOf(column, of, at));
    await owner.query(
      `insert into ${table} (${own.map(({ name }) => name).join()}) values (${own.map((_, index) => `$${index + 1}`).join()})`,
      values,
    );
  }
  await owner.query('commit');
}

function valueOf({ name, type }: Column, of: typeof ids, at: Date): unknown {
  const known: Readonly<Record<string, string>> = {
    client_id: of.client,
    order_id: of.order,
    payout_id: of.payout,
    transaction_id: of.transaction,
  };
  if (type === 'uuid') return known[name] ?? randomUUID();
  if (type === 'text') return `${mark} ${randomUUID()}`;
  if (type === 'jsonb') return JSON.stringify({ name: mark });
  if (type === 'text[]') return [mark];
  if (type === 'boolean') return false;
  if (type === 'bytea') return Buffer.from(randomUUID());
  if (type === 'date' || type.startsWith('timestamp')) return at;
  return 1 + Math.floor(Math.random() * 10_000);
}
