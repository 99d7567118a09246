import { createTestDatabase } from '@causeway/testing/create-test-database';
import { ManualClock } from '@causeway/testing/manual-clock';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createDatabase } from '../../database/create-database.ts';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { postEntry } from '../../ledger/entry.ts';
import { createLog } from '../../log.ts';
import { openMonths } from './months.ts';

const database = await createTestDatabase();
const db = createDatabase(database.url, { poolSize: 12 });
const clock = new ManualClock();
const context = { db, clock, random: { bytes: (length: number) => randomBytes(length) }, log: createLog('silent') };
afterAll(() => db.destroy());

let posted = 0;
async function post(): Promise<void> {
  posted += 1;
  const postings = [{ from: paths.worldBank('one'), to: paths.treasury, amount: 5n, currency: 'EUR' }];
  const entry = { kind: 'test', reference: 'test', idempotencyKey: `key ${posted}`, postings };
  await db.transaction().execute((trx) => postEntry(trx, context, entry));
}

async function partitionOfLast(): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select entry.tableoid::regclass::text as name from ledger_entries entry join ledger_keys using (entry_id)
    where idempotency_key = ${`key ${posted}`}
  `.execute(db);
  return rows[0]?.name ?? '';
}

const alarms = async () =>
  (await db.selectFrom('alarms').select('subject').where('clearedAt', 'is', null).execute()).map(
    ({ subject }) => subject,
  );

describe('the ledger lies by month', () => {
  test('coming months are opened, by twelve servers at once too, and entries go where they belong', async () => {
    clock.set(new Date('2031-12-31T23:59:59.999Z'));
    await Promise.all(Array.from({ length: 12 }, () => openMonths(context)));
    await post();
    expect(await partitionOfLast()).toBe('ledger_entries_2031_12');
    clock.set(new Date('2032-01-01T00:00:00.000Z'));
    await post();
    expect(await partitionOfLast()).toBe('ledger_entries_2032_01');
    expect(await alarms()).toEqual([]);
  });

  test('an entry of a month without a partition is kept all the same, and raises an alarm', async () => {
    clock.set(new Date('2033-06-15T12:00:00Z'));
    const before = await readBalance(db, paths.treasury, 'EUR');
    await post();
    expect(await partitionOfLast()).toBe('ledger_entries_default');
    expect(await readBalance(db, paths.treasury, 'EUR')).toBe(before + 5n);
    await openMonths(context);
    expect(await alarms()).toEqual(['2033-06']);
    await post();
    expect(await readBalance(db, paths.treasury, 'EUR')).toBe(before + 10n);
    await openMonths(context);
    expect(await alarms()).toEqual(['2033-06']);
    // Its entries stay where they are, and the month itself is over: nothing is left to be done.
    clock.set(new Date('2033-07-01T01:11:00Z'));
    await post();
    expect(await partitionOfLast()).toBe('ledger_entries_2033_07');
    await openMonths(context);
    expect(await alarms()).toEqual([]);
  });
});
