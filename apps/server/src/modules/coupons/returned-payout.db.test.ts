import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { openLossWorld, toBank } from '../losses/fixtures/open-loss-world.ts';

const { world, both, report, buy, order, spend, sendBack } = await openLossWorld();
const { db } = world.context;
beforeAll(() => world.sandbox.setBankMode('hold'));
afterAll(() => world.sandbox.setBankMode('auto'));

/** A coupon without the fee, for one order. */
async function addCoupon(code: string): Promise<string> {
  const coupon = { code, percentOff: 100, startsAt: new Date(0), createdAt: new Date(), usesMax: 1 };
  await db.insertInto('coupons').values(coupon).execute();
  return code;
}

/** What was counted in the month in euros, and whether each use of the coupon is one still. */
async function readUses({ clientId }: SignedInClient, coupon: string) {
  const counted = db.selectFrom('limitUses').select('used').where('clientId', '=', clientId);
  const month = await counted.where('currency', '=', 'EUR').where('isMerchant', '=', false).execute();
  const uses = await db.selectFrom('couponUses').select('givenBackAt').where('code', '=', coupon).execute();
  return { counted: month.map(({ used }) => used), isUsed: uses.map(({ givenBackAt }) => givenBackAt === null) };
}

test('what the bank sends back was exchanged by the coupon, and stays counted in the month', async () => {
  const coupon = await addCoupon('ONCE');
  const client = await world.signInClient();
  await world.giveBalance(client, 3_000_000n, 'BTC');
  const niceId = await spend(client, 900_000n, { ...toBank, coupon });
  await world.work();
  const before = await readUses(client, coupon);
  expect([before.counted.length, (before.counted[0] ?? 0n) > 0n, before.isUsed]).toEqual([1, true, [true]]);
  await sendBack(niceId);
  const [free = 0n, held] = await both(client, 'EUR');
  expect([(await world.read(niceId)).status, free > 0n, held]).toEqual(['refunded', true, 0n]);
  expect(await readUses(client, coupon)).toEqual(before);
  await expect(order(client, 900_000n, { ...toBank, coupon })).rejects.toThrow('COUPON_USED');
  expect(await both(client, 'EUR')).toEqual([free, 0n]);
  await expectSound(world);
});

test('the same where its payment was lost before, and is won after', async () => {
  const coupon = await addCoupon('TWICE');
  const client = await world.signInClient();
  const { payment, amount } = await buy(client);
  const niceId = await spend(client, amount, { ...toBank, coupon });
  await world.work();
  const before = await readUses(client, coupon);
  await report(payment, 'chargeback');
  await sendBack(niceId);
  const [free, back = 0n] = await both(client, 'EUR');
  expect([free, back > 0n]).toEqual([0n, true]);
  expect(await readUses(client, coupon)).toEqual({ ...before, isUsed: [true] });
  await report(payment, 'won');
  expect(await both(client, 'EUR')).toEqual([back, 0n]);
  expect(await readUses(client, coupon)).toEqual({ ...before, isUsed: [true] });
  await expectSound(world);
});

test('an order that is stopped as its payment is lost gave nothing: coupon and free order come back', async () => {
  const coupon = await addCoupon('STOPPED');
  const client = await world.signInClient();
  const { clientId } = client;
  const grant = { grantId: randomUUID(), clientId, reason: 'test', createdAt: new Date() };
  const freeOf = db.selectFrom('serviceGrants').select('orderId').where('grantId', '=', grant.grantId);
  const first = await buy(client);
  const lose = async ({ payment, amount }: typeof first, changes: Readonly<Record<string, string>>) => {
    await spend(client, amount, { ...toBank, ...changes });
    const used = await freeOf.execute();
    await report(payment, 'chargeback');
    return used;
  };
  await lose(first, { coupon });
  expect((await readUses(client, coupon)).isUsed).toEqual([false]);
  const second = await buy(client, { payin_amount: '120' });
  await db.insertInto('serviceGrants').values(grant).execute();
  expect(await lose(second, {})).toEqual([{ orderId: expect.any(String) }]);
  expect(await freeOf.execute()).toEqual([{ orderId: null }]);
  // Won, its money is its client's, and the order stays ended.
  await report(first.payment, 'won');
  expect((await readUses(client, coupon)).isUsed).toEqual([false]);
  const ended = db
    .selectFrom('orders')
    .select('status')
    .where('clientId', '=', clientId)
    .where('payoutGroup', '=', 'sepa');
  expect(await ended.execute()).toEqual([{ status: 'error' }, { status: 'error' }]);
  await expectSound(world);
});
