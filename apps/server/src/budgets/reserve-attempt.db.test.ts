import { createTestDatabase } from '@causeway/testing/create-test-database';
import { ManualClock } from '@causeway/testing/manual-clock';
import { afterAll, describe, expect, test } from 'vitest';
import { readConfig } from '../config/config.ts';
import { createDatabase } from '../database/create-database.ts';
import { devicesMax, guessNames, rowOf, type TryTarget } from './guesses.ts';
import { forgetTries, reserveAttempt } from './reserve-attempt.ts';

const database = await createTestDatabase();
const db = createDatabase(database.url, { poolSize: 10 });
const clock = new ManualClock();
const context = { config: readConfig({}), db, clock };
afterAll(() => db.destroy());

/** How many of 50 simultaneous attempts are accepted. */
async function countLetIn(name: (typeof guessNames)[number], targets: Partial<Record<TryTarget, string>>) {
  const ends = await Promise.all(
    Array.from({ length: 50 }, () =>
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
  test.each(rows)('of 50 tries at once at %s of one %s as many are let in as the table says', async (name, target) => {
    expect(await countLetIn(name, { [target]: `race of ${name}` })).toBe(
      rowOf(name).tries * (target === 'devices' ? devicesMax : 1),
    );
  });

  /** As if strangers had used up what all have together, within this hour. */
  async function spendShared(name: (typeof guessNames)[number]) {
    await db.deleteFrom('countedTries').execute();
    // Only what all have together is counted for no target.
    await reserveAttempt(context, name, {});
    await db
      .updateTable('countedTries')
      .set({ tries: rowOf(name).everybody ?? 0 })
      .execute();
  }

  const sharedRows = rows.filter(
    ([name, target]) => rowOf(name).everybody !== undefined && !target.startsWith('device'),
  );
  test.each(sharedRows)(
    'what strangers use up of %s does not close it for a %s that never asked',
    async (name, target) => {
      await spendShared(name);
      expect(await countLetIn(name, { [target]: 'one that never asked' })).toBe(rowOf(name).strained);
      expect(await countLetIn(name, { [target]: 'one that fails' })).toBeLessThan(rowOf(name).tries);
    },
  );

  test('a device that its client signed in on has all its tries meanwhile', async () => {
    await spendShared('password');
    expect(await countLetIn('password', { device: 'the owner’s own' })).toBe(rowOf('password').tries);
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
