import { createTestDatabase } from '@causeway/testing/create-test-database';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const database = await createTestDatabase();
// The owner's role: the laws hold even for a role that may do everything.
const client = new pg.Client({ connectionString: database.ownerUrl });

beforeAll(async () => {
  await client.connect();
  await write({});
  await write({ givers: ['treasury'], takers: ['order:CW1'], amounts: ['7'] });
});
afterAll(() => client.end());

interface Lists {
  givers: readonly (string | null)[];
  takers: readonly (string | null)[];
  amounts: readonly (string | null)[];
  currencies: readonly (string | null)[];
}
const sound: Lists = { givers: ['world:card:x'], takers: ['treasury'], amounts: ['500'], currencies: ['EUR'] };

async function write(changes: Partial<Lists>, { isKeyed = true } = {}): Promise<string> {
  const entryId = randomUUID();
  const { givers, takers, amounts, currencies } = { ...sound, ...changes };
  await client.query('begin');
  try {
    if (isKeyed) await client.query('insert into ledger_keys values ($1, $2)', [`key ${entryId}`, entryId]);
    await client.query(`insert into ledger_entries values ($1, 'test', 'test', $2, $3, $4, $5, now())`, [
      entryId,
      givers,
      takers,
      amounts,
      currencies,
    ]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
  return entryId;
}

/** All that the ledger holds, as text. */
async function readAll(): Promise<string> {
  const { rows } = await client.query<{ all: string }>(
    `select concat((select json_agg(one order by entry_id) from ledger_entries one), (select json_agg(one order by path) from ledger_balances one),
      (select json_agg(one order by path, part) from ledger_house_sums one), (select json_agg(one order by entry_id) from ledger_keys one)) as all`,
  );
  return rows[0]?.all ?? '';
}

describe('laws of the ledger, kept by the database for every writer', () => {
  test.each<[law: string, lists: Partial<Lists>]>([
    ['an entry without postings', { givers: [], takers: [], amounts: [], currencies: [] }],
    ['a giver without a taker', { givers: ['treasury', 'rounding'] }],
    ['an amount without a posting', { amounts: ['1', '2'] }],
    ['a currency without a posting', { currencies: ['EUR', 'USD'] }],
    ['a posting without a giver', { givers: [null] }],
    ['a posting without a taker', { takers: [null] }],
    ['a posting without an amount', { amounts: [null] }],
    ['a posting without a currency', { currencies: [null] }],
    ['a posting of nothing', { amounts: ['0'] }],
    ['a posting of less than nothing', { amounts: ['-5'] }],
    ['a posting of less than a smallest unit', { amounts: ['0.4'] }],
    ['a posting of no number', { amounts: ['NaN'] }],
    ['an account that gives to itself', { takers: ['world:card:x'] }],
    ['an account without a name', { takers: [''] }],
    ['an account whose name hides another one', { takers: ['Treasury'] }],
    ['a currency that is none', { currencies: ['eur '] }],
  ])('%s is refused', async (_law, lists) => {
    const before = await readAll();
    await expect(write(lists)).rejects.toMatchObject({ code: '23514', constraint: 'ledger_entry_postings' });
    expect(await readAll()).toBe(before);
  });

  test('more than the books can hold is refused', async () => {
    await expect(write({ amounts: [`1${'0'.repeat(38)}`] })).rejects.toMatchObject({ code: '22003' });
    await expect(write({ amounts: ['Infinity'] })).rejects.toMatchObject({ code: '22003' });
  });

  test('whatever an entry says, it sums to zero in each currency, and balances follow it at once', async () => {
    const givers = ['world:bank:y', 'world:bank:y', 'order:CW2'];
    const takers = ['order:CW2', 'order:CW2', 'income:service-fee'];
    await write({ givers, takers, amounts: ['100', '30', '20'], currencies: ['EUR', 'BTC', 'EUR'] });
    const sums = await client.query(
      'select entry_id from ledger_lines group by entry_id, currency having sum(amount) <> 0',
    );
    expect(sums.rowCount).toBe(0);
    const { rows } = await client.query(
      `select path, currency, balance, is_guarded from ledger_accounts where path in ('world:bank:y', 'order:CW2') order by path, currency`,
    );
    expect(rows).toEqual([
      { path: 'order:CW2', currency: 'BTC', balance: '30', is_guarded: true },
      { path: 'order:CW2', currency: 'EUR', balance: '80', is_guarded: true },
      { path: 'world:bank:y', currency: 'BTC', balance: '-30', is_guarded: false },
      { path: 'world:bank:y', currency: 'EUR', balance: '-100', is_guarded: false },
    ]);
  });

  test.each(['order:CW1', 'client:CL1'])('%s is never below zero, and guarded by its name alone', async (path) => {
    const before = await readAll();
    await expect(write({ givers: [path], amounts: ['8'] })).rejects.toMatchObject({
      code: '23514',
      constraint: 'ledger_balance_not_negative',
    });
    expect(await readAll()).toBe(before);
    for (const table of [
      'ledger_balances (path, currency, balance)',
      'ledger_house_sums (path, currency, amount, part)',
    ])
      await expect(
        client.query(
          `insert into ${table} select $1, 'EUR', -500${table.includes('part') ? ', gen_random_uuid()' : ''}`,
          [path],
        ),
      ).rejects.toMatchObject({ code: '23514' });
  });

  test('an entry needs a key, and a key is one entry’s', async () => {
    await expect(write({}, { isKeyed: false })).rejects.toMatchObject({ constraint: 'ledger_entry_key' });
    const entryId = await write({});
    const again = client.query('insert into ledger_keys values ($1, $2)', [`key ${entryId}`, randomUUID()]);
    await expect(again).rejects.toMatchObject({ code: '23505', constraint: 'ledger_keys_pkey' });
    const second = client.query('insert into ledger_keys values ($1, $2)', ['another key', entryId]);
    await expect(second).rejects.toMatchObject({ code: '23505', constraint: 'ledger_keys_entry_id_key' });
  });

  test('an entry takes no postings later', async () => {
    const entryId = await write({});
    const before = await readAll();
    const later = client.query(
      `insert into ledger_entries select entry_id, kind, reference, givers, takers, amounts, currencies, now() from ledger_entries where entry_id = $1`,
      [entryId],
    );
    await expect(later).rejects.toMatchObject({ code: '23505' });
    expect(await readAll()).toBe(before);
  });

  test('an entry is reversed once', async () => {
    const entryId = await write({});
    const reverse = () =>
      client.query('insert into ledger_keys values ($1, $2, $3)', [randomUUID(), randomUUID(), entryId]);
    await reverse();
    await expect(reverse()).rejects.toMatchObject({ constraint: 'ledger_keys_reverses_entry_id_key' });
  });

  test('an entry that waits for a balance comes after the one that had it, though it was begun before', async () => {
    const first = new pg.Client({ connectionString: database.ownerUrl });
    await first.on('error', () => {}).connect();
    const [early, late] = [randomUUID(), randomUUID()];
    const post = (writer: pg.Client, entryId: string) =>
      writer.query(
        `insert into ledger_entries values ($1, 'test', 'test', '{treasury}', '{client:CL7}', '{1}', '{EUR}', now())`,
        [entryId],
      );
    try {
      await first.query('begin');
      await first.query('insert into ledger_keys values ($1, $2)', ['begun early', early]);
      await client.query('begin');
      await client.query('insert into ledger_keys values ($1, $2)', ['begun late', late]);
      await post(client, late);
      const waiting = post(first, early);
      await client.query('commit');
      await waiting;
      await first.query('commit');
    } finally {
      await first.end();
    }
    const { rows } = await client.query<{ entryId: string }>(
      'select entry_id as "entryId" from ledger_keys where entry_id in ($1, $2) order by place',
      [early, late],
    );
    const places = await client.query<{ entryId: string }>(
      `select entry_id as "entryId" from balance_operations where path = 'client:CL7' order by place`,
    );
    expect(rows.map(({ entryId }) => entryId)).toEqual([late, early]);
    expect(places.rows).toEqual(rows);
  });

  test('no writer chooses the place of an entry', async () => {
    const chosen = client.query('insert into ledger_keys values ($1, $2, null, 1)', ['chosen', randomUUID()]);
    await expect(chosen).rejects.toMatchObject({ code: '428C9' });
  });

  test.each([
    `update ledger_entries set kind = 'other'`,
    'update ledger_keys set place = default',
    `update ledger_entries set amounts = array[1]`,
    'delete from ledger_entries',
    'truncate ledger_entries',
    'truncate ledger_entries_default',
    `update ledger_keys set idempotency_key = idempotency_key || ' '`,
    'delete from ledger_keys',
    'truncate ledger_keys cascade',
    'update ledger_balances set balance = 8',
    `insert into ledger_balances values ('order:CW9', 'EUR', 5)`,
    'delete from ledger_balances',
    'truncate ledger_balances',
    'update ledger_house_sums set amount = 8',
    `insert into ledger_house_sums values ('treasury', 'EUR', gen_random_uuid(), 5)`,
    'delete from ledger_house_sums',
    'truncate ledger_house_sums',
  ])('%s is refused', async (statement) => {
    const before = await readAll();
    await expect(client.query(statement)).rejects.toMatchObject({ code: '23514', constraint: 'ledger_append_only' });
    expect(await readAll()).toBe(before);
  });

  test.each([
    ['an account of the house with those that may not be below zero', 'ledger_balances', 'treasury', '0'],
    ['an account of an order with those of the house', 'ledger_house_sums', 'order:CW1', 'gen_random_uuid(), 0'],
  ])('accounts are guarded by their names against every writer: %s', async (_what, table, path, rest) => {
    await client.query('begin');
    try {
      // Before it stands the trigger that refuses all writes here: a second lock is tried without the first.
      await client.query(`alter table ${table} disable trigger user`);
      await expect(client.query(`insert into ${table} values ('${path}', 'EUR', ${rest})`)).rejects.toMatchObject({
        code: '23514',
        constraint: table === 'ledger_balances' ? 'ledger_guarded_by_name' : 'ledger_house_by_name',
      });
    } finally {
      await client.query('rollback');
    }
  });

  test('no partition of the entries can be emptied', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent = 'ledger_entries'::regclass`,
    );
    expect(rows.length).toBeGreaterThan(2);
    for (const { name } of rows)
      await expect(client.query(`truncate ${name}`), name).rejects.toMatchObject({ constraint: 'ledger_append_only' });
  });
});

describe('the ledger could be spread', () => {
  // What an ended order holds is a law of orders: it is looked at when their transaction ends, and by the job as well.
  test('no law of it needs a deferred trigger, a transition table, an unlogged table or an advisory lock', async () => {
    const { rows } = await client.query(
      `select tgname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
       where not tgisinternal and relname ~ '^(ledger|order_events)' and tgname <> 'ledger_balances_of_ended_orders' and (tgdeferrable or tgnewtable is not null or tgoldtable is not null)
       union all select conname from pg_constraint join pg_class on pg_class.oid = conrelid where relname ~ '^ledger' and condeferrable and conname <> 'ledger_balances_of_ended_orders'
       union all select relname from pg_class where relname ~ '^(ledger|order_events)' and relpersistence <> 'p'
       union all select proname from pg_proc where proname ~ '^(ledger|open_month)' and prosrc ~* 'advisory'`,
    );
    expect(rows).toEqual([]);
  });

  test('entries and order events lie by month, coming ones too, and what fits no month is kept as well', async () => {
    const { rows } = await client.query<{ name: string }>(
      `select inhrelid::regclass::text as name from pg_inherits where inhparent in ('ledger_entries'::regclass, 'order_events'::regclass)`,
    );
    const names = rows.map(({ name }) => name);
    for (const parent of ['ledger_entries', 'order_events']) {
      expect(names).toContain(`${parent}_default`);
      for (const ahead of [0, 1, 2]) {
        const now = new Date();
        const month = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead)).toISOString().slice(0, 7);
        expect(names).toContain(`${parent}_${month.replace('-', '_')}`);
      }
    }
  });
});
