import { expect, test } from 'vitest';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { settleEach } from './settle-each.ts';

const world = await openOrderWorld();
const start = Date.now();
let passedMs = 0;
const context = { ...world.context, clock: { now: () => new Date(start + passedMs) } };

async function settle(work: string, rows: readonly string[], broken: readonly string[] = []): Promise<void> {
  await settleEach(context, rows, {
    work,
    againWithin: 60,
    nameOf: (row) => row,
    settle: async (row) => {
      if (broken.includes(row)) throw new Error(`${row} is broken`);
    },
  });
}

async function openAlarms(): Promise<string[]> {
  const rows = await context.db
    .selectFrom('alarms')
    .select('subject')
    .where('kind', '=', 'item_failed')
    .where('clearedAt', 'is', null)
    .orderBy('subject')
    .execute();
  return rows.map(({ subject }) => subject);
}

test('the alarm of a row that another worker settled ends once the loop has come round without it', async () => {
  await settle('one-loop', ['first', 'second'], ['first', 'second']);
  await settle('one-loop-more', ['first'], ['first']);
  expect(await openAlarms()).toEqual(['one-loop first', 'one-loop second', 'one-loop-more first']);
  passedMs += 40_000;
  await settle('one-loop', ['second'], ['second']);
  expect(await openAlarms()).toEqual(['one-loop first', 'one-loop second', 'one-loop-more first']);
  passedMs += 40_000;
  await settle('one-loop', []);
  expect(await openAlarms()).toEqual(['one-loop second', 'one-loop-more first']);
  await settle('one-loop', ['second']);
  expect(await openAlarms()).toEqual(['one-loop-more first']);
});
