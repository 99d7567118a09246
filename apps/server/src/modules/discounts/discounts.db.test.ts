import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { tierAt } from './tiers.ts';
import { countTurnover, readTurnover, voidTurnover } from './turnover.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;

// From 200 EUR half of the fee falls away, below the tiers of the sandbox.
beforeAll(async () => {
  const quick = { number: 9, name: 'Quick', turnoverFrom: 20_000n, percentOff: 50 };
  await db.insertInto('discountTiers').values(quick).execute();
  await new Promise((resolve) => setTimeout(resolve, 1100));
});

const seen = z.looseObject({
  current_fee: z.string(),
  current_percent: z.number(),
  current_tier: z.string(),
  next_level: z.string(),
  left_before_discount: z.string(),
  prev_fee: z.string(),
  total: z.string(),
  vip_discount: z.number(),
  tier_name: z.string(),
  tier_number: z.number(),
  max_percent: z.number(),
  conf: z.array(z.object({ number: z.number(), turnover_from: z.string(), percent: z.number(), fee: z.string() })),
});

async function discountOf({ access }: SignedInClient) {
  const headers = { 'x-authorization': `Bearer ${access}` };
  return seen.parse(JSON.parse((await world.app.inject({ url: '/onramp/discount-config', headers })).body));
}

const calculated = z.looseObject({
  calc: z.looseObject({ discount: z.string().optional(), details: z.looseObject({ margin_percent: z.string() }) }),
});

async function priceOf({ access }: SignedInClient, changes: Record<string, string> = {}) {
  const fields = { payin_currency: 'EUR', payin_group: 'card', payin_amount: '250', payout_currency: 'BTC' };
  const query = new URLSearchParams({ ...fields, payout_group: 'bitcoin', ...changes }).toString();
  const headers = { 'x-authorization': `Bearer ${access}` };
  const { calc } = calculated.parse(
    JSON.parse((await world.app.inject({ url: `/onramp/calc?${query}`, headers })).body),
  );
  return [calc.details.margin_percent, calc.discount];
}

/** 250 EUR by card onto the balance, to its end. */
async function exchange(client: SignedInClient): Promise<string> {
  const { order } = await world.buy(client.access, { payout_group: 'balance', dst_address: '' });
  await settle(order.nice_id, 'approved');
  expect((await world.read(order.nice_id, client.access)).status).toBe('finished');
  return order.nice_id;
}

async function settle(niceId: string, status: 'approved' | 'chargeback'): Promise<void> {
  const acquirerPaymentId = await world.paymentOf(niceId);
  await sandbox.settlePayment(acquirerPaymentId, status, 0);
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId });
}

describe('C-54, 3-58, A-116 the discount of a client', () => {
  test('a new client is on the first tier and sees what is left to the next', async () => {
    const client = await world.signInClient();
    expect(await discountOf(client)).toMatchObject({
      current_fee: '1.4000',
      current_percent: 0,
      current_tier: '0.00',
      next_level: '200.00',
      left_before_discount: '200.00',
      prev_fee: '',
      total: '0.00',
      vip_discount: 0,
      tier_name: 'New',
      tier_number: 1,
      max_percent: 50,
      currency: 'EUR',
    });
    expect(await priceOf(client)).toEqual(['1.4000', undefined]);
  });

  test('a finished order counts once; the price of the next one is that of the tier, and says so', async () => {
    const [client, other] = [await world.signInClient(), await world.signInClient()];
    await exchange(client);
    expect(await discountOf(client)).toMatchObject({
      current_fee: '0.7000',
      current_percent: 50,
      current_tier: '200.00',
      left_before_discount: '1750.00',
      prev_fee: '1.4000',
      total: '250.00',
      tier_name: 'Quick',
    });
    expect(await priceOf(client)).toEqual(['0.7000', 'tier']);
    expect(await discountOf(other)).toMatchObject({ total: '0.00', current_percent: 0 });
    expect(await priceOf(other)).toEqual(['1.4000', undefined]);
    const { order } = await world.buy(client.access);
    expect(order['details']).toMatchObject({ margin_percent: '0.7000' });
  });

  test('an order whose payment is taken back does not count', async () => {
    const client = await world.signInClient();
    const niceId = await exchange(client);
    expect(await priceOf(client)).toEqual(['0.7000', 'tier']);
    await settle(niceId, 'chargeback');
    expect(await discountOf(client)).toMatchObject({ total: '0.00', current_percent: 0 });
    expect(await priceOf(client)).toEqual(['1.4000', undefined]);
  });

  test('taken back before it is finished, or announced twice: it never counts, and nothing counts twice', async () => {
    const client = await world.signInClient();
    const { order } = await world.buy(client.access);
    const { orderId } = await db
      .selectFrom('orders')
      .select('orderId')
      .where('niceId', '=', order.nice_id)
      .executeTakeFirstOrThrow();
    const now = context.clock.now();
    const total = () => readTurnover(db, client.clientId, now);
    await countTurnover(db, orderId, now);
    await countTurnover(db, orderId, now);
    expect(await total()).toBe(25_000n);
    await voidTurnover(db, orderId, now);
    await voidTurnover(db, orderId, now);
    await countTurnover(db, orderId, now);
    expect(await total()).toBe(0n);
    await voidTurnover(db, randomUUID(), now);
  });

  test('orders count for twelve months', async () => {
    const client = await world.signInClient();
    await exchange(client);
    const later = (months: number) => {
      const date = new Date(context.clock.now());
      date.setUTCDate(1);
      date.setUTCMonth(date.getUTCMonth() + months);
      return date;
    };
    expect(await readTurnover(db, client.clientId, later(11))).toBe(25_000n);
    expect(await readTurnover(db, client.clientId, later(12))).toBe(0n);
  });

  test('the discount of a VIP replaces the tier’s, also a smaller one', async () => {
    const client = await world.signInClient();
    await exchange(client);
    const vip = { clientId: client.clientId, source: 'vip', percentOff: 10, name: 'VIP' };
    await db.insertInto('clientDiscounts').values(vip).execute();
    expect(await discountOf(client)).toMatchObject({ current_fee: '1.2600', current_percent: 10, vip_discount: 10 });
    expect(await priceOf(client)).toEqual(['1.2600', 'vip']);
    expect(await priceOf(client, { coupon: 'WELCOME' })).toEqual(['0.7000', 'coupon']);
  });

  test.each([
    [0n, 0],
    [19_999n, 0],
    [20_000n, 1],
    [10n ** 12n, 2],
  ])('a turnover of %s is on the tier at %i', (turnover, at) => {
    const tier = (turnoverFrom: bigint) => ({ number: 1, name: '', turnoverFrom, percentOff: 0 });
    expect(tierAt([tier(0n), tier(20_000n), tier(90_000n)], turnover)).toBe(at);
    expect(tierAt([], turnover)).toBe(-1);
  });
});
