import { randomUUID } from 'node:crypto';
import { someOf } from '@causeway/testing/test-length';
import { afterEach, describe, expect, test } from 'vitest';
import { crashAt } from './fixtures/crash-at.ts';
import { expectSound } from './fixtures/expect-sound.ts';
import { openOrderWorld } from './fixtures/open-order-world.ts';

const world = await openOrderWorld();
await world.fundWallet('3');
const access = await world.signIn();
const { db } = world.context;
afterEach(() => {
  world.context.db = db;
  return expectSound(world);
});

/** A purchase whose client, acquirer and jobs all retry after a missing answer. */
async function purchase(): Promise<string> {
  const fields = { dst_address: await world.sandbox.outsideAddress('bitcoin') };
  const headers = { 'idempotency-key': randomUUID() };
  let answer = await world.buy(access, fields, headers);
  while (answer.status >= 500) answer = await world.buy(access, fields, headers);
  const { nice_id: niceId } = answer.order;
  await expect
    .poll(
      async () => {
        await world.work({ isEarly: true });
        return (await world.sandbox.acquirerPayments(niceId)).length;
      },
      { timeout: 90_000 },
    )
    .toBe(1);
  await world.sandbox.settlePayment(await world.paymentOf(niceId), 'approved');
  await expect
    .poll(
      async () => {
        await world.work({ isEarly: true });
        return (await world.read(niceId)).txid;
      },
      { timeout: 90_000 },
    )
    .not.toBe('');
  await world.sandbox.mine('bitcoin', 2);
  await expect
    .poll(
      async () => {
        await world.work({ isEarly: true });
        return (await world.read(niceId)).status;
      },
      { timeout: 90_000 },
    )
    .toBe('finished');
  return niceId;
}

const leastTransactions = 6;
const points = Array.from({ length: 10 }, (_, index) => index + 1);
const moments = points.flatMap((at) => [[at, 'before'] as const, [at, 'after'] as const]);

describe('the program dies', () => {
  test('a purchase without a crash commits at least so many times', async () => {
    const watched = crashAt(db, 0, 'before');
    world.context.db = watched.db;
    world.jobContext.db = watched.db;
    await purchase();
    expect(watched.count()).toBeGreaterThanOrEqual(leastTransactions);
  });

  test.each(someOf(moments, 7))(
    'in commit %i, %s it: the order finishes, with one payment and one pay-out',
    async (at, when) => {
      const crashing = crashAt(db, at, when);
      world.context.db = crashing.db;
      world.jobContext.db = crashing.db;
      const niceId = await purchase();
      expect(crashing.count()).toBeGreaterThanOrEqual(at);
      expect(await world.sandbox.acquirerPayments(niceId)).toHaveLength(1);
      const entries = await db
        .selectFrom('ledgerEntries')
        .select('kind')
        .where('reference', '=', niceId)
        .orderBy('kind')
        .execute();
      expect(entries.map(({ kind }) => kind)).toEqual(['card_payin', 'chain_payout', 'conversion']);
    },
  );
});
