import { createTestDatabase } from '@causeway/testing/create-test-database';
import { runSql } from '@causeway/testing/run-sql';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import type { Spending } from '../context.ts';
import { createDatabase } from '../database/create-database.ts';
import { budgetOf, callsWithBudgets } from './budgets.ts';
import { createBudgets } from './create-budgets.ts';

const database = await createTestDatabase();
const config = readConfig({});
const db = createDatabase(database.url, { poolSize: 2 });
const processes = [createBudgets(config, database.url), createBudgets(config, database.url)] as const;
afterAll(async () => {
  for (const { stop } of processes) await stop();
  await db.destroy();
});

const spending = (changes: Partial<Spending> = {}): Spending => ({
  call: 'signUp',
  by: 'email',
  value: 'client@example.com',
  max: 6,
  seconds: 60,
  isShared: true,
  ...changes,
});

/** How many of so many requests, made in turn by two processes, were accepted. */
async function countLetIn(requests: number, changes: Partial<Spending> = {}, by = processes): Promise<number> {
  const tries = Array.from({ length: requests }, (_, index) =>
    (by[index % 2] ?? by[0]).budgets.spend(spending(changes)).then(
      () => 1,
      () => 0,
    ),
  );
  return (await Promise.all(tries)).reduce<number>((sum, one) => sum + one, 0);
}

describe('counted before, not after: every budget in a race', () => {
  // A process keeps what a budget allows: the other tests of this file invent their own.
  const racing = [createBudgets(config, database.url), createBudgets(config, database.url)] as const;
  afterAll(async () => {
    for (const { stop } of racing) await stop();
  });
  const rows = callsWithBudgets.flatMap((call) => {
    const { targets = {}, everybody, isShared = false } = budgetOf(call);
    const all = everybody === undefined ? {} : { everybody };
    return Object.entries({ ...targets, ...all }).map(([by, { max, seconds }]) => ({
      call,
      by,
      max,
      seconds,
      isShared,
    }));
  });
  test.each(rows)('of 40 tries at once at $call by $by as many are let in as the table has left', async (row) => {
    const counted = row.isShared ? row.max : row.max * processes.length;
    const race = (tries: number) => countLetIn(tries, { ...row, value: 'in a race' }, racing);
    // Half of the last ones are too many, however large the budget is.
    const left = Math.min(20, counted);
    for (let spent = counted - left; spent > 0; spent -= 40) await race(Math.min(40, spent));
    expect(await race(40)).toBe(left);
  });
});

describe('budgets shared by processes', () => {
  test('two processes let in no more than one would', async () => {
    expect(await countLetIn(40)).toBe(6);
    expect(await countLetIn(40, { value: 'another@example.com' })).toBe(6);
  });

  test('what may be counted alone is counted by each', async () => {
    expect(await countLetIn(40, { call: 'getOrder', by: 'order', isShared: false })).toBe(12);
  });

  test('the refusal says how long to wait', async () => {
    const change = { value: 'waiting@example.com', max: 1, seconds: 30 };
    await processes[0].budgets.spend(spending({ ...change, call: 'requestRecovery' }));
    await expect(processes[1].budgets.spend(spending({ ...change, call: 'requestRecovery' }))).rejects.toMatchObject({
      status: 429,
      retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 25 && seconds <= 30),
    });
  });

  test('the database does not learn whose budget it counts', async () => {
    const keys = (await db.selectFrom('rateLimits').select('key').execute()).map(({ key }) => key);
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.join(' ')).not.toContain('example.com');
  });

  test('without its table each process goes on counting alone', async () => {
    await runSql(database.ownerUrl, 'drop table rate_limits');
    expect(await countLetIn(40, { value: 'later@example.com' })).toBe(12);
  });
});
