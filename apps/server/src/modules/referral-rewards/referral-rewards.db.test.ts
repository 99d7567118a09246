import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { runSql } from '@causeway/testing/run-sql';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readBalance } from '../../ledger/balances.ts';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { balanceAccount } from '../balance/client-balances.ts';
import { openSession } from '../auth/open-session.ts';
import { countTurnover, voidTurnover } from '../discounts/turnover.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { releaseRewards } from '../affiliate/release-rewards.ts';
import { attachReferrer } from '../referrals/attach-referrer.ts';
import { openReferralCode } from '../referrals/referral-code.ts';
import { creditRewards } from './credit-rewards.ts';
import { payRewards } from './pay-rewards.ts';
import { referralAccount } from './referral-account.ts';
import { cancelRewards, lockRewards, releaseReward } from './reward-row.ts';

const world = await openOrderWorld({ connections: 12 });
const { context, sandbox } = world;
const { db } = context;

/** A client who came by the link of another, both with a device of their own where none is given. */
async function bring(
  by: SignedInClient,
  { deviceId = randomUUID(), theirs = randomUUID() }: { deviceId?: string; theirs?: string } = {},
): Promise<SignedInClient> {
  const client = await world.signInClient();
  await inTransaction((trx) => openSession(context, trx, by.clientId, { deviceId: theirs }));
  const code = await openReferralCode(context, by.clientId);
  await attachReferrer(context, db, { clientId: client.clientId, code, deviceId });
  return client;
}

/** Three verified clients, each brought by the one before. */
async function chain(): Promise<[first: SignedInClient, second: SignedInClient, third: SignedInClient]> {
  const first = await world.signInClient();
  const second = await bring(first);
  const third = await bring(second);
  for (const client of [first, second, third]) await mark(randomUUID(), client);
  return [first, second, third];
}

async function order(client: SignedInClient, amount = '250'): Promise<{ niceId: string; orderId: string }> {
  const made = await world.buy(client.access, { payout_group: 'balance', dst_address: '', payin_amount: amount });
  const niceId = made.order.nice_id;
  const row = await db.selectFrom('orders').select('orderId').where('niceId', '=', niceId).executeTakeFirstOrThrow();
  return { niceId, orderId: row.orderId };
}

/** 250 EUR by card onto the balance, to its end. */
async function exchange(client: SignedInClient): Promise<{ niceId: string; orderId: string }> {
  const made = await order(client);
  await settle(made.niceId, 'approved');
  expect((await world.read(made.niceId, client.access)).status).toBe('finished');
  return made;
}

async function settle(niceId: string, status: 'approved' | 'chargeback'): Promise<void> {
  const acquirerPaymentId = await world.paymentOf(niceId);
  await sandbox.settlePayment(acquirerPaymentId, status, 0);
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId });
}

const inTransaction = <Result>(work: (trx: typeof db) => Promise<Result>) => db.transaction().execute(work);
const pending = ({ niceId }: SignedInClient) => readBalance(db, paths.referralPending(niceId), 'EUR');
const own = ({ niceId }: SignedInClient) => readBalance(db, paths.referral(niceId), 'EUR');
const held = ({ niceId }: SignedInClient) => readBalance(db, paths.held(niceId), 'EUR');
/** Money leaves a balance, as by an order. */
const spend = ({ niceId }: SignedInClient, amount: bigint) =>
  inTransaction((trx) =>
    postEntry(trx, context, {
      kind: 'test_spend',
      reference: niceId,
      idempotencyKey: `test_spend:${randomUUID()}`,
      postings: [{ from: paths.client(niceId), to: paths.treasury, amount, currency: 'EUR' }],
    }),
  );
const paid = ({ niceId }: SignedInClient) => readBalance(db, paths.client(niceId), 'EUR');
const release = (orderId: string) =>
  inTransaction(async (trx) => {
    for (const reward of await lockRewards(trx, orderId))
      if (reward.status === 'pending') await releaseReward({ ...context, db: trx }, trx, reward);
  });
/** Makes all rewards and payments so old that nothing can be charged back. */
async function age(): Promise<void> {
  await db
    .updateTable('referralRewards')
    .set({ checkAt: new Date(0), createdAt: new Date(0) })
    .execute();
  await db
    .updateTable('cardPayments')
    .set({ creditedAt: new Date(0) })
    .where('status', '=', 'approved')
    .execute();
}
const refusals = (orderId: string) =>
  db
    .selectFrom('referralRewards')
    .select(['level', 'refusedBy'])
    .where('orderId', '=', orderId)
    .orderBy('level')
    .execute();

async function setUnverifiedMost(unverifiedMost: bigint): Promise<void> {
  await runSql(world.ownerUrl, 'update referral_settings set unverified_most = $1', [unverifiedMost.toString()]);
}

async function mark(mark: string, ...clients: SignedInClient[]): Promise<void> {
  await db
    .insertInto('personMarks')
    .values(clients.map(({ clientId }) => ({ clientId, kind: 'person', mark })))
    .execute();
}

const config = z.looseObject({ balance: z.string(), client_crypted_id: z.string() });
const list = z.object({ data: z.array(z.record(z.string(), z.unknown())), records_total: z.number() });

async function configOf({ access }: SignedInClient) {
  const headers = { 'x-authorization': `Bearer ${access}` };
  return config.parse(JSON.parse((await world.app.inject({ url: '/onramp/affiliate-config', headers })).body));
}
async function listOf(path: string, { access }: SignedInClient, fields: Record<string, string> = {}) {
  return list.parse((await world.call(`/referral/${path}`, fields, access)).body);
}

describe('1-20, C-50 to C-53, A-115 rewards of both levels', () => {
  test('a finished order rewards both levels once, out of the service fee, and is in every list', async () => {
    const [first, second, third] = await chain();
    const fees = await readBalance(db, paths.serviceFee, 'EUR');
    const { niceId, orderId } = await exchange(third);
    expect([await pending(second), await pending(first)]).toEqual([87n, 17n]);
    expect((await readBalance(db, paths.serviceFee, 'EUR')) - fees).toBe(350n - 87n - 17n);
    await inTransaction((trx) => creditRewards(context, trx, orderId));
    expect([await pending(second), await pending(first), await pending(third)]).toEqual([87n, 17n, 0n]);

    expect(await configOf(second)).toMatchObject({
      balance: '0.87',
      currency: 'EUR',
      deals_ref1: 1,
      deals_ref2: 0,
      referrer_percent: 25,
      url_base: `${context.config.PUBLIC_URL}/?ref=`,
      last_week_reward: '0.87',
      min_payin: '10.00',
    });
    expect(await configOf(first)).toMatchObject({ balance: '0.17', deals_ref1: 0, deals_ref2: 1 });
    const today = new Date().toISOString().slice(0, 10);
    const row = { date: today, visits: 0, signups: 1, deals: 1, reward: '0.87', currency: 'EUR' };
    expect(await listOf('statistics', second)).toEqual({ data: [row], records_total: 1 });
    expect(await listOf('statistics', second, { time_to: '2020-01-01' })).toEqual({ data: [], records_total: 0 });
    const statement = await listOf('statement', first);
    expect(statement).toMatchObject({
      data: [{ level: 2, amount: '250.00', reward: '0.17', currency: 'EUR' }],
      records_total: 1,
    });
    expect(statement.data[0]?.['nice_id']).not.toBe(niceId);
    expect(await listOf('payouts', first)).toEqual({ data: [], records_total: 0 });
  });

  test('the code of a link stays the same, is one of its own, and says nothing of the client', async () => {
    const [client, other] = [await world.signInClient(), await world.signInClient()];
    const codes = await Promise.all(Array.from({ length: 12 }, async () => (await configOf(client)).client_crypted_id));
    expect(new Set(codes).size).toBe(1);
    expect(codes[0]).toMatch(/^[0-9A-Z]{10}$/);
    expect(`${client.niceId}${client.clientId}`.toUpperCase()).not.toContain(codes[0]);
    expect((await configOf(other)).client_crypted_id).not.toBe(codes[0]);
  });

  test('pages of another client have nothing of this one, and a visitor sees none', async () => {
    const [, second, third] = await chain();
    await exchange(third);
    const stranger = await world.signInClient();
    for (const path of ['statistics', 'statement', 'payouts']) {
      expect(await listOf(path, stranger)).toEqual({ data: [], records_total: 0 });
      expect((await world.call(`/referral/${path}`, {})).status).toBe(403);
    }
    expect(await configOf(stranger)).toMatchObject({ balance: '0.00', deals_ref1: 0, last_week_reward: '0.00' });
    const number = String((await listOf('statement', second)).data[0]?.['nice_id']);
    expect((await world.call(`/onramp/o/${number}`, {}, second.access)).status).toBe(404);
  });

  test('pages of twenty, with how many there are in all', async () => {
    const [, second, third] = await chain();
    const { orderId } = await exchange(third);
    const one = await db
      .selectFrom('referralRewards')
      .selectAll()
      .where('orderId', '=', orderId)
      .executeTakeFirstOrThrow();
    const others = await db.selectFrom('orders').select('orderId').where('orderId', '<>', orderId).limit(1).execute();
    expect(others).toHaveLength(1);
    const day = 24 * 3600 * 1000;
    const days = Array.from({ length: 45 }, (_, ago) => ({
      clientId: second.clientId,
      day: new Date(one.createdAt.getTime() - (ago + 1) * day),
      visits: ago + 1,
    }));
    await db.insertInto('referralVisits').values(days).execute();
    const pages = [
      await listOf('statistics', second),
      await listOf('statistics', second, { start: '20' }),
      await listOf('statistics', second, { start: '40' }),
    ];
    expect(pages.map(({ data, records_total }) => [data.length, records_total])).toEqual([
      [20, 46],
      [20, 46],
      [6, 46],
    ]);
    expect(new Set(pages.flatMap(({ data }) => data.map(({ date }) => date))).size).toBe(46);
  });
});

describe('A-115 what is taken back, released and paid', () => {
  test('a chargeback takes the rewards back, and the statement says so', async () => {
    const [first, second, third] = await chain();
    const { niceId } = await exchange(third);
    await settle(niceId, 'chargeback');
    expect([await pending(second), await pending(first)]).toEqual([0n, 0n]);
    const { data } = await listOf('statement', second);
    expect(new Set(data.map(({ reward }) => reward))).toEqual(new Set(['-0.87', '0.87']));
    expect(await configOf(second)).toMatchObject({ balance: '0.00', deals_ref1: 0, last_week_reward: '0.00' });
  });

  test('it waits while the payment can be taken back, and is then its own', async () => {
    const [, second, third] = await chain();
    await exchange(third);
    await releaseRewards(context);
    expect([await pending(second), await own(second)]).toEqual([87n, 0n]);
    await age();
    await Promise.all([releaseRewards(context), releaseRewards(world.jobContext)]);
    expect([await pending(second), await own(second)]).toEqual([0n, 87n]);
  });

  test('on twelve connections at once: given, released, paid and taken back once', async () => {
    const [, second, third] = await chain();
    const { orderId } = await order(third, '5000');
    const twelve = <Result>(work: () => Promise<Result>) => Promise.all(Array.from({ length: 12 }, work));
    await twelve(() => inTransaction((trx) => creditRewards(context, trx, orderId)));
    const amount = await pending(second);
    expect(amount).toBeGreaterThan(1_000n);
    await twelve(() => release(orderId));
    expect([await pending(second), await own(second)]).toEqual([0n, amount]);
    await twelve(() => payRewards(context));
    expect([await own(second), await paid(second)]).toEqual([0n, amount]);
    const payouts = await listOf('payouts', second);
    expect(payouts).toMatchObject({ data: [{ currency: 'EUR', status: 'finished' }], records_total: 1 });
    await twelve(() => inTransaction((trx) => cancelRewards(context, trx, orderId)));
    expect([await own(second), await paid(second), await held(second)]).toEqual([-amount, 0n, amount]);
    expect((await configOf(second)).balance.startsWith('-')).toBe(true);
    await payRewards(context);
    expect(await paid(second)).toBe(0n);
    expect(await inTransaction(async (trx) => balanceAccount.findHold?.(trx, second))).toEqual({
      code: 'BALANCE_NOT_EMPTY',
    });
    const alarms = db.selectFrom('alarms').select('details').where('kind', '=', 'chargeback');
    const details = { status: 'reward_taken_back', client: second.niceId, amount: amount.toString() };
    expect(await alarms.where('subject', 'like', 'R%').execute()).toContainEqual({ details });
  });

  test('of a reward that was paid, what is left and owed is held', async () => {
    const [, second, third] = await chain();
    const orders = [await order(third, '3000'), await order(third, '250'), await order(third, '3000')] as const;
    const reward = async ({ orderId }: { orderId: string }) => {
      await inTransaction((trx) => creditRewards(context, trx, orderId));
      await release(orderId);
    };
    await reward(orders[0]);
    await payRewards(context);
    const amount = await paid(second);
    await reward(orders[1]);
    const small = await own(second);
    expect(small).toBe(87n);
    await spend(second, amount - 100n);
    await inTransaction((trx) => cancelRewards(context, trx, orders[0].orderId));
    expect([await own(second), await paid(second), await held(second)]).toEqual([small - amount, 0n, 100n]);
    // What was never paid is taken from what is earned, and nothing is held for it.
    await world.giveBalance(second, 5_000n, 'EUR');
    await inTransaction((trx) => cancelRewards(context, trx, orders[1].orderId));
    expect([await own(second), await paid(second), await held(second)]).toEqual([-amount, 5_000n, 100n]);
    // The next rewards pay for what is owed.
    await reward(orders[2]);
    expect(await own(second)).toBe(0n);
  });

  test('an account that closes gives back what waits and what is too little to be paid', async () => {
    const [first, second, third] = await chain();
    const [waits, earned] = [await exchange(third), await exchange(third)];
    await release(earned.orderId);
    expect([await pending(second), await own(second)]).toEqual([87n, 87n]);
    const fees = await readBalance(db, paths.serviceFee, 'EUR');
    await inTransaction(async (trx) => {
      expect(await referralAccount.findHold?.(trx, second)).toBeUndefined();
      await referralAccount.close?.({ ...context, db: trx }, trx, second);
    });
    expect([await pending(second), await own(second), await paid(second)]).toEqual([0n, 0n, 0n]);
    expect((await readBalance(db, paths.serviceFee, 'EUR')) - fees).toBe(174n);
    await settle(waits.niceId, 'chargeback');
    expect([await pending(first), await own(first)]).toEqual([0n, 17n]);
  });

  test('what is about to be paid keeps the account open', async () => {
    const [, second, third] = await chain();
    const { orderId } = await order(third, '5000');
    await inTransaction((trx) => creditRewards(context, trx, orderId));
    await release(orderId);
    expect(await inTransaction(async (trx) => referralAccount.findHold?.(trx, second))).toEqual({
      code: 'BALANCE_NOT_EMPTY',
    });
    await payRewards(context);
    expect(await inTransaction(async (trx) => referralAccount.findHold?.(trx, second))).toBeUndefined();
  });

  test('given, released, taken back and paid in any order, each account has what its history says', async () => {
    const step = fc.record({ act: fc.constantFrom('finish', 'reverse', 'release', 'pay'), at: fc.nat(2) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const [first, second, third] = await chain();
        const orders = [
          await expected(third, '3000', [second, first]),
          await expected(third, '1000', [second, first]),
          await expected(second, '5000', [first]),
        ];
        const sums = new Map([first, second].map((client) => [client, { pending: 0n, own: 0n, paid: 0n }]));
        for (const { act, at } of steps) {
          const one = orders[at];
          if (one === undefined) throw new Error('no such order');
          if (act === 'pay') await payRewards(context);
          else await acts[act](one.orderId);
          if (act === 'pay') payAll(sums, orders);
          else follow(one, act, sums);
        }
        for (const [client, said] of sums)
          expect({ pending: await pending(client), own: await own(client), paid: await paid(client) }).toEqual(said);
      }),
      { numRuns: 10 },
    );
  });

  interface Sums {
    pending: bigint;
    own: bigint;
    paid: bigint;
  }
  interface Expected {
    orderId: string;
    state: 'open' | 'pending' | 'own' | 'void';
    shares: { earner: SignedInClient; amount: bigint; isPaid: boolean }[];
  }

  /** An order and what its fee gives. */
  async function expected(client: SignedInClient, amount: string, earners: SignedInClient[]): Promise<Expected> {
    const { orderId } = await order(client, amount);
    const row = await db
      .selectFrom('orders')
      .select('pricing')
      .where('orderId', '=', orderId)
      .executeTakeFirstOrThrow();
    const { serviceFee } = z.object({ serviceFee: z.coerce.bigint() }).parse(row.pricing);
    const shares = earners.map((earner, at) => ({
      earner,
      amount: (serviceFee * (at === 0 ? 25n : 5n)) / 100n,
      isPaid: false,
    }));
    return { orderId, state: 'open', shares };
  }

  /** What an act does to an order by its history. */
  function follow(one: Expected, act: 'finish' | 'reverse' | 'release', sums: Map<SignedInClient, Sums>): void {
    const { state, shares } = one;
    const add = (place: keyof Sums, sign: bigint) => {
      for (const { earner, amount } of shares) {
        const said = sums.get(earner);
        if (said !== undefined) said[place] += sign * amount;
      }
    };
    if (act === 'reverse') {
      if (state === 'pending' || state === 'own') add(state, -1n);
      if (state === 'own') hold(one, sums);
      one.state = 'void';
    } else if (act === 'finish' && state === 'open') {
      add('pending', 1n);
      one.state = 'pending';
    } else if (act === 'release' && state === 'pending') {
      add('pending', -1n);
      add('own', 1n);
      one.state = 'own';
    }
  }

  function payAll(sums: Map<SignedInClient, Sums>, orders: readonly Expected[]): void {
    for (const [client, said] of sums) {
      if (said.own < 1_000n) continue;
      said.paid += said.own;
      said.own = 0n;
      for (const { shares } of orders.filter(({ state }) => state === 'own'))
        for (const share of shares) if (share.earner === client) share.isPaid = true;
    }
  }

  /** What was paid, is owed and is still there leaves the balance. */
  function hold({ shares }: Expected, sums: Map<SignedInClient, Sums>): void {
    for (const { earner, amount, isPaid } of shares) {
      const said = sums.get(earner);
      if (said === undefined || !isPaid || said.own >= 0n) continue;
      const owed = amount < -said.own ? amount : -said.own;
      said.paid -= owed < said.paid ? owed : said.paid;
    }
  }

  const acts = { finish, reverse, release };

  async function finish(orderId: string): Promise<void> {
    await inTransaction(async (trx) => {
      if (await countTurnover(trx, orderId, context.clock.now())) await creditRewards(context, trx, orderId);
    });
  }
  async function reverse(orderId: string): Promise<void> {
    await inTransaction(async (trx) => {
      await voidTurnover(trx, orderId, context.clock.now());
      await cancelRewards(context, trx, orderId);
    });
  }
});

describe('A-115 what earns nothing', () => {
  test('a referrer is kept once and never changed', async () => {
    const [first, other] = [await world.signInClient(), await world.signInClient()];
    const client = await bring(first);
    const code = await openReferralCode(context, other.clientId);
    await attachReferrer(context, db, { clientId: client.clientId, code, deviceId: '' });
    const kept = db.selectFrom('referrals').select('referrerId').where('clientId', '=', client.clientId);
    expect(await kept.execute()).toEqual([{ referrerId: first.clientId }]);
    await expect(db.updateTable('referrals').set({ referrerId: other.clientId }).execute()).rejects.toThrow(
      /permission/,
    );
  });

  test('no link, an unknown link and the own link bring no client', async () => {
    const client = await world.signInClient();
    const mine = await openReferralCode(context, client.clientId);
    for (const code of ['', 'ZZZZZZZZZZ', '1 or 1=1', mine])
      await attachReferrer(context, db, { clientId: client.clientId, code, deviceId: '' });
    expect(await db.selectFrom('referrals').selectAll().where('clientId', '=', client.clientId).execute()).toEqual([]);
  });

  test('an own referral, from the same device', async () => {
    const first = await world.signInClient();
    await inTransaction((trx) => openSession(context, trx, first.clientId, { deviceId: 'the-only-phone' }));
    const again = await bring(first, { deviceId: 'the-only-phone' });
    await exchange(again);
    expect(await pending(first)).toBe(0n);
    expect(await configOf(first)).toMatchObject({ deals_ref1: 0 });
    expect((await listOf('statistics', first)).data).toEqual([]);
  });

  test('an own referral and a circle, by the person who was verified', async () => {
    const [first, second, third] = await chain();
    await mark('one person', first, third);
    const circle = await exchange(third);
    expect(await refusals(circle.orderId)).toEqual([
      { level: 1, refusedBy: '' },
      { level: 2, refusedBy: 'circle' },
    ]);
    expect([await pending(first), await pending(second)]).toEqual([0n, 87n]);
    const other = await bring(third);
    await mark('another person', other, third);
    const ownOne = await exchange(other);
    expect(await refusals(ownOne.orderId)).toMatchObject([{ refusedBy: 'own_person' }, { refusedBy: '' }]);
  });

  test('who closes the circle later is kept and refused', async () => {
    const [first, , third] = await chain();
    const code = await openReferralCode(context, third.clientId);
    await attachReferrer(context, db, { clientId: first.clientId, code, deviceId: '' });
    const kept = await db.selectFrom('referrals').select('refusedBy').where('clientId', '=', first.clientId).execute();
    expect(kept).toEqual([{ refusedBy: 'circle' }]);
  });

  test('a reward whose earner proves to be the buyer is taken back in place of released', async () => {
    const first = await world.signInClient();
    const second = await bring(first);
    await exchange(second);
    expect(await pending(first)).toBe(87n);
    await mark('found later', first, second);
    await age();
    await releaseRewards(context);
    expect([await pending(first), await own(first)]).toEqual([0n, 0n]);
  });

  test('a reward whose earner proves to be the buyer after it was released is taken back in place of paid', async () => {
    const [first, second, third] = await chain();
    const orders = [await order(third, '5000'), await order(second, '5000')] as const;
    for (const { orderId } of orders) {
      await inTransaction((trx) => creditRewards(context, trx, orderId));
      await release(orderId);
    }
    const both = await own(first);
    await mark('the same person', first, third);
    await Promise.all(Array.from({ length: 12 }, () => payRewards(context)));
    const left = await paid(first);
    expect(left).toBeGreaterThan(1_000n);
    expect(left).toBeLessThan(both);
    expect(await own(first)).toBe(0n);
    const statuses = db.selectFrom('referralRewards').select('status').where('clientId', '=', first.clientId);
    const of = async (orderId: string) => (await statuses.where('orderId', '=', orderId).execute())[0]?.status;
    expect([await of(orders[0].orderId), await of(orders[1].orderId)]).toEqual(['canceled', 'released']);
    expect(await paid(second)).toBeGreaterThan(0n);
  });

  test('who is not verified is paid nothing until then, and may close the account', async () => {
    const first = await world.signInClient();
    const second = await bring(first);
    const { orderId } = await order(second, '5000');
    await inTransaction((trx) => creditRewards(context, trx, orderId));
    await release(orderId);
    const earned = await own(first);
    expect(earned).toBeGreaterThan(1_000n);
    await payRewards(context);
    expect([await own(first), await paid(first)]).toEqual([earned, 0n]);
    expect(await inTransaction(async (trx) => referralAccount.findHold?.(trx, first))).toBeUndefined();
    const setLevel = (level: string) =>
      db.updateTable('clients').set({ level }).where('clientId', '=', first.clientId).execute();
    // A typed name is a mark too, but does not verify the client.
    await mark('typed by the first', first);
    await setLevel('basic');
    await payRewards(context);
    expect(await paid(first)).toBe(0n);
    await setLevel('identity');
    await payRewards(context);
    expect([await own(first), await paid(first)]).toEqual([0n, earned]);
  });

  test('made-up devices earn what a month allows, and the rest waits until both are verified', async () => {
    const third = await world.signInClient();
    await mark(randomUUID(), third);
    const brought = await bring(third);
    for (let made = 0; made < 3; made += 1) await exchange(brought);
    const each = (await pending(third)) / 3n;
    await setUnverifiedMost(each * 2n);
    try {
      await age();
      await releaseRewards(context);
      expect([await pending(third), await own(third)]).toEqual([each, each * 2n]);
      await mark(randomUUID(), brought);
      await age();
      await releaseRewards(context);
      expect([await pending(third), await own(third)]).toEqual([0n, each * 3n]);
    } finally {
      await setUnverifiedMost(2_000n);
    }
  });

  test.each([
    ['a client without a device', { deviceId: '' }],
    ['a client brought by one without a device', { theirs: '' }],
  ])('%s earns nothing for anybody until both are verified', async (_name, devices) => {
    const third = await world.signInClient();
    await mark(randomUUID(), third);
    const nameless = await bring(third, devices);
    await exchange(nameless);
    const waits = await pending(third);
    await age();
    await releaseRewards(context);
    expect([await pending(third), await own(third)]).toEqual([waits, 0n]);
    await mark(randomUUID(), nameless);
    await age();
    await releaseRewards(context);
    expect([await pending(third), await own(third)]).toEqual([0n, waits]);
  });
});
