import { createTestDatabase } from '@causeway/testing/create-test-database';
import { ManualClock } from '@causeway/testing/manual-clock';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createDatabase } from '../database/create-database.ts';
import { guessNames, rowOf, type TryTarget } from './guesses.ts';
import { forgetTries, reserveAttempt } from './reserve-attempt.ts';

const database = await createTestDatabase();
const db = createDatabase(database.url, { poolSize: 10 });
const clock = new ManualClock();
const context = { config: readConfig({}), db, clock };
afterAll(() => db.destroy());

/** How many of 40 tries at once are let in. */
async function countLetIn(name: (typeof guessNames)[number], targets: Partial<Record<TryTarget, string>>) {
  const ends = await Promise.all(
    Array.from({ length: 40 }, () =>
      reserveAttempt(context, name, targets).then(
        () => 1,
        () => 0,
      ),
    ),
  );
  return ends.reduce<number>((sum, one) => sum + one, 0);
}

describe('law 5: counted before, not after', () => {
  const rows = guessNames.flatMap((name) => rowOf(name).by.map((target) => [name, target] as const));
  test.each(rows)('of 40 tries at once at %s of one %s as many are let in as the table says', async (name, target) => {
    expect(await countLetIn(name, { [target]: `race of ${name}` })).toBe(rowOf(name).tries);
  });

  test('however many targets there are, all together have their own end', async () => {
    const row = rowOf('coupon');
    let letIn = 0;
    for (let address = 0; letIn < row.tries * 3; address += 1) {
      const taken = await reserveAttempt(context, 'coupon', { address: `network ${Math.floor(address / row.tries)}` });
      letIn += 1;
      if (letIn === 1) expect(taken.release).toBeTypeOf('function');
    }
    await db
      .updateTable('countedTries')
      .set({ tries: row.everybody ?? 0 })
      .where('tries', '>', row.tries)
      .execute();
    await expect(reserveAttempt(context, 'coupon', { address: 'one that never asked' })).rejects.toMatchObject({
      status: 429,
    });
  });

  test('no hour sees more than the hour’s tries, wherever it begins', async () => {
    const letIn: number[] = [];
    for (let minute = 0; minute < 240; minute += 1) {
      await reserveAttempt(context, 'emailCode', { client: 'patient' }).then(
        () => letIn.push(minute),
        () => {},
      );
      clock.advance(60_000);
    }
    for (const start of letIn)
      expect(letIn.filter((minute) => minute >= start && minute < start + 60).length).toBeLessThanOrEqual(15);
    expect(letIn.length).toBeGreaterThan(30);
  });

  test('what was right is given back, and forgotten where its owner has shown it', async () => {
    for (let time = 0; time < 40; time += 1)
      await (await reserveAttempt(context, 'passwordAgain', { client: 'owner' })).release();
    for (let time = 0; time < 10; time += 1) await reserveAttempt(context, 'password', { email: 'owner@example.com' });
    await expect(reserveAttempt(context, 'password', { email: 'owner@example.com' })).rejects.toMatchObject({
      status: 429,
    });
    await forgetTries(context, 'password', 'email', 'owner@example.com');
    await reserveAttempt(context, 'password', { email: 'owner@example.com' });
  });

  test('the database does not learn what is tried', async () => {
    const keys = await db.selectFrom('countedTries').select('key').execute();
    expect(keys.every(({ key }) => key.length === 32)).toBe(true);
  });
});
