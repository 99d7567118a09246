import { createTestDatabase } from '@causeway/testing/create-test-database';
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const database = await createTestDatabase();
// The owner: what the laws refuse even to a role that may do it.
const client = new pg.Client({ connectionString: database.ownerUrl });
const accounts = { house: randomUUID(), world: randomUUID(), order: randomUUID(), dollars: randomUUID() };

beforeAll(async () => {
  await client.connect();
  await client.query(
    `insert into ledger_accounts values ($1, 'treasury', 'EUR', false, now()), ($2, 'world:card:x', 'EUR', false, now()),
     ($3, 'order:CW1', 'EUR', true, now()), ($4, 'treasury', 'USD', false, now())`,
    [accounts.house, accounts.world, accounts.order, accounts.dollars],
  );
  await write([
    [accounts.world, 'EUR', -500],
    [accounts.house, 'EUR', 500],
  ]);
});
afterAll(() => client.end());

type Line = [account: string, currency: string, amount: number];

async function write(
  lines: readonly Line[],
  balances: readonly [account: string, balance: number][] = [],
): Promise<void> {
  const entryId = randomUUID();
  await inTransaction(async () => {
    await client.query(`insert into ledger_entries values ($1, 'test', 'test', $2, null, now())`, [
      entryId,
      `key ${entryId}`,
    ]);
    for (const [account, balance] of balances)
      await client.query(
        'insert into ledger_balances values ($1, $2) on conflict (account_id) do update set balance = excluded.balance',
        [account, balance],
      );
    const [ids, currencies, amounts] = [0, 1, 2].map((column) => lines.map((line) => line[column]));
    if (lines.length > 0)
      await client.query(
        `insert into ledger_lines select $1, number, account, currency, amount
         from unnest($2::uuid[], $3::text[], $4::numeric[]) with ordinality as line (account, currency, amount, number)`,
        [entryId, ids, currencies, amounts],
      );
  });
}

async function inTransaction(work: () => Promise<void>): Promise<void> {
  await client.query('begin');
  try {
    await work();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function countLines(): Promise<number> {
  const { rows } = await client.query<{ count: number }>('select count(*)::int as count from ledger_lines');
  return rows[0]?.count ?? -1;
}

describe('laws of the ledger, kept by the database whoever writes', () => {
  test.each<[law: string, constraint: string, lines: Line[], balances: [string, number][]]>([
    [
      'an entry that does not sum to zero',
      'ledger_entry_sums_to_zero',
      [
        [accounts.world, 'EUR', -100],
        [accounts.house, 'EUR', 99],
      ],
      [],
    ],
    [
      'an entry that sums to zero only across currencies',
      'ledger_entry_sums_to_zero',
      [
        [accounts.house, 'EUR', -100],
        [accounts.dollars, 'USD', 100],
      ],
      [],
    ],
    [
      'a line in another currency than its account',
      'ledger_line_currency',
      [
        [accounts.world, 'USD', -1],
        [accounts.house, 'USD', 1],
      ],
      [],
    ],
    [
      'a line of no account',
      'ledger_line_currency',
      [
        [randomUUID(), 'EUR', -1],
        [accounts.house, 'EUR', 1],
      ],
      [],
    ],
    ['an entry without lines', 'ledger_entry_has_lines', [], []],
    ['a line of nothing', 'ledger_lines_amount_check', [[accounts.world, 'EUR', 0]], []],
    [
      'a guarded balance below zero',
      'ledger_balance_not_negative',
      [
        [accounts.order, 'EUR', -1],
        [accounts.house, 'EUR', 1],
      ],
      [[accounts.order, -1]],
    ],
    [
      'a guarded line without its balance',
      'ledger_balance_is_sum',
      [
        [accounts.world, 'EUR', -7],
        [accounts.order, 'EUR', 7],
      ],
      [],
    ],
    [
      'a balance that is not the sum of its lines',
      'ledger_balance_is_sum',
      [
        [accounts.world, 'EUR', -7],
        [accounts.order, 'EUR', 7],
      ],
      [[accounts.order, 8]],
    ],
  ])('%s is refused', async (_law, constraint, lines, balances) => {
    const before = await countLines();
    await expect(write(lines, balances)).rejects.toMatchObject({ code: '23514', constraint });
    expect(await countLines()).toBe(before);
  });

  test('a line added later to an entry that was complete is refused', async () => {
    const later = client.query(
      `insert into ledger_lines select entry_id, 99, $1, 'EUR', 5 from ledger_entries limit 1`,
      [accounts.house],
    );
    await expect(later).rejects.toMatchObject({ constraint: 'ledger_entry_sums_to_zero' });
  });

  test('lines of no entry are refused', async () => {
    const lost = client.query(`insert into ledger_lines values ($1, 1, $2, 'EUR', -5), ($1, 2, $3, 'EUR', 5)`, [
      randomUUID(),
      accounts.world,
      accounts.house,
    ]);
    await expect(lost).rejects.toMatchObject({ code: '23503', constraint: 'ledger_line_entry' });
  });

  test('a balance set by hand is refused', async () => {
    await write(
      [
        [accounts.world, 'EUR', -7],
        [accounts.order, 'EUR', 7],
      ],
      [[accounts.order, 7]],
    );
    await expect(client.query('update ledger_balances set balance = 8')).rejects.toMatchObject({
      constraint: 'ledger_balance_is_sum',
    });
  });

  test.each([
    'update ledger_lines set amount = amount + 1',
    'delete from ledger_lines',
    'truncate ledger_lines',
    `update ledger_entries set kind = 'other'`,
    'delete from ledger_entries',
    'truncate ledger_entries cascade',
    'update ledger_accounts set is_guarded = false',
    'delete from ledger_accounts',
    'truncate ledger_accounts cascade',
    'delete from ledger_balances',
    'truncate ledger_balances',
  ])('%s is refused', async (statement) => {
    const before = await countLines();
    await expect(client.query(statement)).rejects.toMatchObject({ code: '23514', constraint: 'ledger_append_only' });
    expect(await countLines()).toBe(before);
  });
});
