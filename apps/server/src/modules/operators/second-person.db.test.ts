import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { dayMs } from '../../context.ts';
import { readBalance } from '../../ledger/balances.ts';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { acceptPrice } from '../operating/accept-price.ts';
import { freeHeldMoney } from '../operating/kept-money.ts';
import { releasePayouts } from '../operating/release-payouts.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { checkEpoch } from '../payout-holds/check-epoch.ts';
import { listHolds, openHold, releaseHolds } from '../payout-holds/store.ts';

const world = await openOrderWorld({ connections: 12 });
let aheadMs = 0;
const context = {
  ...world.context,
  config: { ...world.context.config, OPERATOR_ALONE_EUR: 1_000 },
  clock: { now: () => new Date(world.context.clock.now().getTime() + aheadMs) },
};
const { db } = context;

/** Money of a new client that waits for a person. */
async function keep(amount: bigint, currency = 'EUR'): Promise<string> {
  const { niceId } = await world.signInClient();
  await db.transaction().execute((trx) =>
    postEntry(trx, context, {
      kind: 'test_kept',
      reference: niceId,
      idempotencyKey: `test_kept:${randomUUID()}`,
      postings: [{ from: paths.treasury, to: paths.held(niceId), amount, currency }],
    }),
  );
  return niceId;
}

const free = (client: string, operator: string, currency = 'EUR') =>
  freeHeldMoney(context, { client, currency, why: 'held', operator });
const balance = (client: string, currency = 'EUR') => readBalance(db, paths.client(client), currency);
const actions = async (operator: string) =>
  (await db.selectFrom('operatorActions').select('action').where('operator', '=', operator).execute()).map(
    ({ action }) => action,
  );

describe('money that is released by hand', () => {
  test('up to the amount by one person; more is asked for, and done by another person alone', async () => {
    const [small, large] = [await keep(99_999n), await keep(150_000n)];
    expect(await free(small, 'ann')).toContain('is on the balance');
    expect(await free(large, 'ann')).toMatch(/^Asked for, and not done: it is worth 1500\.00 EUR/);
    expect(await free(large, 'ann')).toMatch(/^Asked for/);
    expect(await balance(large)).toBe(0n);
    expect(await free(large, 'bob')).toContain('is on the balance');
    expect(await balance(large)).toBe(150_000n);
    expect(await actions('ann')).toEqual(['held_freed', 'release_asked', 'release_asked']);
    expect(await actions('bob')).toEqual(['held_freed']);
    const rows = db
      .selectFrom('operatorReleases')
      .select(['askedBy', 'secondBy'])
      .where('subject', 'like', `${large}%`);
    expect(await rows.execute()).toEqual([{ askedBy: 'ann', secondBy: 'bob' }]);
  });

  test('in parts, also by commands at once: a day of one person has the amount once', async () => {
    const clients = await Promise.all(Array.from({ length: 12 }, () => keep(30_000n)));
    const said = await Promise.all(clients.map((client) => free(client, 'carl')));
    expect(said.filter((text) => text.includes('is on the balance'))).toHaveLength(3);
    aheadMs = dayMs + 1;
    const next = await keep(100_000n);
    expect(await free(next, 'carl')).toContain('is on the balance');
    aheadMs = 0;
  });

  test('a request of a day ago, of a clock that was ahead, or one whose amount has risen, must be made again', async () => {
    const [old, grown] = [await keep(200_000n), await keep(200_000n)];
    await free(old, 'dora');
    await free(grown, 'dora');
    await db.transaction().execute((trx) =>
      postEntry(trx, context, {
        kind: 'test_kept',
        reference: grown,
        idempotencyKey: `test_kept:${randomUUID()}`,
        postings: [{ from: paths.treasury, to: paths.held(grown), amount: 100_000n, currency: 'EUR' }],
      }),
    );
    expect(await free(grown, 'emil')).toMatch(/^Asked for/);
    aheadMs = dayMs + 1;
    expect(await free(old, 'emil')).toMatch(/^Asked for/);
    expect(await free(old, 'dora')).toContain('is on the balance');
    aheadMs = 0;
    expect([await balance(old), await balance(grown)]).toEqual([200_000n, 0n]);
    aheadMs = 3 * dayMs;
    const ahead = await keep(200_000n);
    await free(ahead, 'dora');
    aheadMs = 0;
    expect(await free(ahead, 'emil')).toMatch(/^Asked for/);
    expect(await free(ahead, 'dora')).toContain('is on the balance');
  });

  test('coins at the day’s median, and a price by two people always', async () => {
    const sample = { asset: 'BTC', eur: 58_000n * 10n ** 18n, sampledAt: context.clock.now() };
    await db
      .insertInto('marketSamples')
      .values(sample)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    const coins = await keep(2_000_000n, 'BTC');
    expect(await free(coins, 'fred', 'BTC')).toMatch(/worth \d{3,4}\.\d\d EUR/);
    // A worth that cannot be read any more is another one than was asked for.
    const samples = await db.deleteFrom('marketSamples').where('asset', '=', 'BTC').returningAll().execute();
    expect(await free(coins, 'gina', 'BTC')).toMatch(/of unknown worth/);
    await db.insertInto('marketSamples').values(samples).execute();
    expect(await free(coins, 'fred', 'BTC')).toContain('is on the balance');
    const price = { asset: 'BTC', eur: '58000.00' };
    expect(await acceptPrice(context, { ...price, operator: 'gina' })).toMatch(/of unknown worth/);
    expect(await acceptPrice(context, { ...price, operator: 'gina' })).toMatch(/of unknown worth/);
    expect(await acceptPrice(context, { ...price, operator: 'hans' })).toBeUndefined();
    expect(await actions('hans')).toEqual(['price_accepted']);
  });

  test('pay-outs of a bank are released for what was held when it was asked, and not for what was found since', async () => {
    const find = async (subject: string) => {
      const payments = [{ place: 0, address: 'an order', currency: 'EUR', amount: '200000' }];
      const hold = { chain: 'bank_one', reason: 'unknown_spend', subject } as const;
      await openHold(context, db, { ...hold, details: { inputs: [], payments, fee: '0' } });
    };
    const release = async (operator: string) => releasePayouts(context, { chain: 'bank_one', operator, own: '1' });
    await find('payout one');
    expect(await release('iris')).toMatch(/^Asked for, and not done: it is worth 2000\.00 EUR/);
    const holdIds = (await listHolds(db, 'bank_one')).map(({ holdId }) => holdId);
    await releaseHolds(context, db, { chain: 'bank_one', holdIds, by: 'agreement' });
    await find('payout two');
    expect(await release('jack')).toMatch(/^Asked for/);
    expect(await listHolds(db, 'bank_one')).toHaveLength(1);
    expect(await release('iris')).toBeUndefined();
    expect(await listHolds(db, 'bank_one')).toEqual([]);
  });

  test('a copy that was put back forgets what waits for a second person, who may have been there after it', async () => {
    const client = await keep(200_000n);
    await checkEpoch(context);
    expect(await free(client, 'kate')).toMatch(/^Asked for/);
    await db.updateTable('databaseEpoch').set({ identity: '1:00000001:1' }).execute();
    await checkEpoch(context);
    expect(await free(client, 'liam')).toMatch(/^Asked for/);
    expect(await free(client, 'kate')).toContain('is on the balance');
  });

  test('nor does it know what one person released since: for a day nothing is released by one alone', async () => {
    const [used, next, before] = [await keep(90_000n), await keep(90_000n), await keep(10_000n)];
    await db
      .updateTable('alarms')
      .set({ raisedAt: new Date(0), clearedAt: context.clock.now() })
      .execute();
    expect(await free(used, 'mona')).toContain('is on the balance');
    await db.updateTable('databaseEpoch').set({ identity: '1:00000002:1' }).execute();
    // Given before any worker has seen the copy.
    expect(await free(before, 'nora')).toMatch(/^Asked for, and not done: .* restore/);
    await db
      .updateTable('operatorReleases')
      .set({ doneAt: new Date(0) })
      .where('askedBy', '=', 'mona')
      .execute();
    await checkEpoch(context);
    expect(await free(next, 'mona')).toMatch(/^Asked for, and not done: it is worth 900\.00 EUR.* restore/);
    await db.updateTable('alarms').set({ clearedAt: context.clock.now() }).execute();
    expect(await free(next, 'mona')).toMatch(/^Asked for/);
    expect(await free(next, 'nora')).toContain('is on the balance');
    aheadMs = dayMs + 60_000;
    expect(await free(before, 'nora')).toContain('is on the balance');
    aheadMs = 0;
  });
});
