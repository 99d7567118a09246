import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { savePartner } from '../partners/save-partner.ts';
import { keepTime, resetTime } from '../rates/known-time.ts';
import { expectSound } from './fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from './fixtures/open-order-world.ts';

const world = await openOrderWorld();
const { db } = world.context;
afterEach(() => expectSound(world));

const percentOf = async (changes: Record<string, string>, access?: string) =>
  (await world.calculate(changes, access)).calc.details?.margin_percent;

async function grant({ clientId }: SignedInClient): Promise<void> {
  await db
    .insertInto('serviceGrants')
    .values({ grantId: randomUUID(), clientId, reason: 'test', createdAt: new Date() })
    .execute();
}

describe('3-21 coupons of a calculation', () => {
  test.each([
    [' welcome ', { code: 'welcome', info: '50% off the service fee.', error: '', warning: '', active: 1 }, '0.7000'],
    ['SPRING', { code: 'SPRING', info: '', error: 'This coupon is over.', warning: '', active: 0 }, '1.4000'],
    ['NOSUCH', { code: 'NOSUCH', info: '', error: 'This coupon is unknown.', warning: '', active: 0 }, '1.4000'],
    ['BIG', { code: 'BIG', info: '', error: '', warning: 'Works from 500 EUR.', active: 0 }, '1.4000'],
  ])('%s', async (coupon, expected, percent) => {
    const { calc } = await world.calculate({ coupon });
    expect(calc.coupons).toEqual([expected]);
    expect(calc.details?.margin_percent).toBe(percent);
  });

  test('C-05 the same by itself', async () => {
    const good = await world.call('/onramp/coupon', { coupon: 'WELCOME', payin_currency: 'EUR', payin_amount: '100' });
    expect(good.body).toMatchObject({ success: 1, coupons: [{ active: 1 }], errors: [] });
    const bad = await world.call('/onramp/coupon', { coupon: 'SPRING' });
    expect(bad.body).toMatchObject({ success: 0, coupons: [{ active: 0 }] });
  });

  test.each<Record<string, string>>([{}, { coupon: 'x'.repeat(65) }, { coupon: 'a\u0000b' }])(
    'C-05 bad input %j is refused with an error',
    async (fields) => {
      const { status, body } = await world.call('/onramp/coupon', fields);
      expect([status, body.errors[0]?.code]).toEqual([400, 'FIELD_INVALID']);
    },
  );
});

describe('a coupon of an order', () => {
  test('lowers the service fee of the order and of its receipt, and is used up', async () => {
    await db
      .insertInto('coupons')
      .values({ code: 'ONCE', percentOff: 100, startsAt: new Date(0), createdAt: new Date(), usesMax: 1 })
      .execute();
    const [first, second] = [await world.signIn(), await world.signIn()];
    const answers = await Promise.all([first, second].map((access) => world.buy(access, { coupon: 'ONCE' })));
    const made = answers.filter(({ body }) => body.errors.length === 0);
    expect(made).toHaveLength(1);
    expect(made[0]?.order['details']).toMatchObject({ service_fee: '0.00', margin_percent: '0.0000' });
    const owner = made[0] === answers[0] ? first : second;

    // Given back when the order ends without money.
    await world.call(`/onramp/o/${made[0]?.order.nice_id ?? ''}/cancel`, {}, owner);
    const again = await world.buy(owner, { coupon: 'ONCE' });
    expect(again.body.errors).toEqual([]);
    const used = await world.buy(owner, { coupon: 'ONCE' });
    expect(used.body.errors).toMatchObject([{ code: 'COUPON_USED', field: 'coupon' }]);
  });

  test('one that is paid is no unpaid order that holds a use', async () => {
    const coupon = { code: 'MANY', percentOff: 20, startsAt: new Date(0), createdAt: new Date() };
    await db
      .insertInto('coupons')
      .values({ ...coupon, usesMax: 100, clientUsesMax: 50 })
      .execute();
    const access = await world.signIn();
    for (let count = 0; count < 5; count += 1) {
      const { body, order } = await world.buy(access, { coupon: 'MANY', payout_group: 'balance', dst_address: '' });
      expect([count, body.errors]).toEqual([count, []]);
      await world.sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved');
      await world.until(order.nice_id, 'finished');
    }
  });

  test('its end, and that of a free order, is judged by the latest time that is known, as that of a price is', async () => {
    const client = await world.signInClient();
    const soon = new Date(Date.now() + 3_600_000);
    const coupon = { code: 'ENDING', percentOff: 20, startsAt: new Date(0), endsAt: soon, createdAt: new Date() };
    await db.insertInto('coupons').values(coupon).execute();
    await grant(client);
    const before = await percentOf({ coupon: 'ENDING' });
    // The clock was ahead, or goes back.
    await keepTime({ ...world.context, clock: { now: () => new Date(soon.getTime() + 1000) } });
    try {
      const asked = { coupon: 'ENDING', payout_group: 'balance', dst_address: '' };
      const { body } = await world.buy(await world.signIn(), asked);
      expect([before, body.errors[0]?.code]).toEqual(['1.1200', 'COUPON_EXPIRED']);
      expect(await percentOf({ coupon: 'ENDING' })).toBe('1.4000');
      await db.updateTable('serviceGrants').set({ expiresAt: soon }).where('clientId', '=', client.clientId).execute();
      expect(await percentOf({}, client.access)).toBe('1.4000');
    } finally {
      await resetTime(db, world.context);
    }
    expect([await percentOf({ coupon: 'ENDING' }), await percentOf({}, client.access)]).toEqual(['1.1200', '0.0000']);
  });

  test.each([
    ['SPRING', 'COUPON_EXPIRED'],
    ['NOSUCH', 'COUPON_UNKNOWN'],
  ])('%s makes no order: %s', async (coupon, code) => {
    const { body } = await world.buy(await world.signIn(), { coupon });
    expect(body.errors).toMatchObject([{ code, field: 'coupon' }]);
  });

  test('one that a partner has fixed and that is over stops no sale: the price is without it', async () => {
    const look = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
    const partner = { partnerKey: 'pk_coupon', name: 'Shop', isMerchant: false, clientId: null };
    await savePartner(world.context, { ...look, ...partner, defaults: { coupon: 'SPRING' }, locks: ['coupon'] });
    const access = await world.signIn();
    const { body, order } = await world.buy(access, { partner_key: 'pk_coupon' });
    expect(body.errors).toEqual([]);
    expect(order['details']).toMatchObject({ margin_percent: '1.4000' });
    const other = await world.buy(access, { partner_key: 'pk_coupon', coupon: 'WELCOME' });
    expect(other.body.errors).toMatchObject([{ code: 'PRESET_LOCKED' }]);
  });

  test('below its minimum it is not used, as the price on screen says', async () => {
    const { body, order } = await world.buy(await world.signIn(), { coupon: 'BIG' });
    expect(body.errors).toEqual([]);
    expect(order['details']).toMatchObject({ margin_percent: '1.4000' });
  });

  test('a quote with a coupon is of its own client only', async () => {
    const [mine, theirs] = [await world.signIn(), await world.signIn()];
    const asked = { is_floating_rate: '0', coupon: 'WELCOME' };
    const { calc } = await world.calculate(asked, mine);
    expect((await world.buy(theirs, { ...asked, quote: calc.quote })).body.error).toBe('QUOTE_EXPIRED');
    expect((await world.buy(mine, { ...asked, coupon: '', quote: calc.quote })).body.error).toBe('QUOTE_EXPIRED');
    const { order } = await world.buy(mine, { ...asked, quote: calc.quote });
    expect(order['details']).toEqual(calc.details);
  });
});

describe('A-025 free service', () => {
  test('the next order is free once, comes back with a canceled order, and beats a smaller coupon', async () => {
    const client = await world.signInClient();
    await grant(client);
    const { calc } = await world.calculate({ coupon: 'WELCOME' }, client.access);
    expect(calc).toMatchObject({ can_free_first: 0, is_service_free: 1, details: { service_fee: '0.00' } });
    expect(calc.coupons).toMatchObject([{ active: 0, error: '', warning: expect.stringContaining('better') }]);
    const { order } = await world.buy(client.access);
    expect(order['details']).toMatchObject({ service_fee: '0.00' });
    expect(await percentOf({}, client.access)).toBe('1.4000');
    await world.call(`/onramp/o/${order.nice_id}/cancel`, {}, client.access);
    expect(await percentOf({}, client.access)).toBe('0.0000');
  });

  test('the first order is free while the operator grants it and none was finished', async () => {
    const client = await world.signInClient();
    await db.updateTable('pricingSettings').set({ isFirstOrderFree: true }).execute();
    await expect.poll(() => percentOf({}), { timeout: 5000 }).toBe('0.0000');
    expect((await world.calculate({}, client.access)).calc).toMatchObject({ can_free_first: 1, is_service_free: 0 });
    // Quotes collected before do not make several first orders.
    const fixed = { is_floating_rate: '0' };
    const { calc } = await world.calculate(fixed, client.access);
    const { order } = await world.buy(client.access, { ...fixed, quote: calc.quote });
    expect(order['details']).toMatchObject({ service_fee: '0.00' });
    expect((await world.buy(client.access, { ...fixed, quote: calc.quote })).body.error).toBe('QUOTE_EXPIRED');
    expect(await percentOf({}, client.access)).toBe('1.4000');
    await db.updateTable('pricingSettings').set({ isFirstOrderFree: false }).execute();
    await expect.poll(() => percentOf({}), { timeout: 5000 }).toBe('1.4000');
  });

  test('A-116 the discount of a VIP replaces that of the tier', async () => {
    const { clientId, access } = await world.signInClient();
    await db
      .insertInto('clientDiscounts')
      .values({ clientId, source: 'tier', percentOff: 20, name: 'Silver' })
      .execute();
    expect(await percentOf({}, access)).toBe('1.1200');
    await db.insertInto('clientDiscounts').values({ clientId, source: 'vip', percentOff: 10 }).execute();
    expect(await percentOf({}, access)).toBe('1.2600');
  });
});
