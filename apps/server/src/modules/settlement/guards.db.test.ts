import { afterEach, describe, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { acceptPrice } from '../operating/accept-price.ts';
import { returnHeldOrder, listHeldOrders, releaseOrder } from '../operating/decide-held-order.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { savePartner } from '../partners/save-partner.ts';
import { watchPrices } from '../rates/watch-prices.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { ORDER_MOST_EUR } = context.config;
await world.fundWallet('1');
await watchPrices(context);

afterEach(async () => {
  context.config.ORDER_MOST_EUR = ORDER_MOST_EUR;
  await expectSound(world);
});

async function priceAt(eur: string, isPaused: boolean): Promise<void> {
  await sandbox.setPrice({ asset: 'BTC', eur, hold: true });
  await expect.poll(() => context.rates.isPaused('BTC'), { timeout: 10_000 }).toBe(isPaused);
}

async function openAlarms(kind: string): Promise<string[]> {
  const rows = await context.db
    .selectFrom('alarms')
    .select('subject')
    .where('kind', '=', kind)
    .where('clearedAt', 'is', null)
    .execute();
  return rows.map(({ subject }) => subject);
}

async function payByCard(niceId: string): Promise<void> {
  await sandbox.settlePayment(await world.paymentOf(niceId), 'approved');
  await world.work();
}

describe('prices and outflow have guards', () => {
  test('one wrong tick sells nothing, is shown as a pause with an alarm, and ends by itself', async () => {
    const access = await world.signIn();
    const { order } = await world.buy(access, { payin_amount: '30' });
    await priceAt('58.00', true);
    await watchPrices(context);
    expect(await openAlarms('price_paused')).toEqual(['BTC']);
    const { errors } = await world.calculate();
    expect(errors.map(({ code }) => code)).toEqual(['PAYOUT_PAUSED']);
    const refused = await world.buy(access, { payin_amount: '30' });
    expect(refused.body.errors.map(({ code }) => code)).toEqual(['PAYOUT_PAUSED']);
    const picked = (await world.config()).sw_config.payout_select.find(({ name }) => name === 'BTC');
    expect(picked?.groups.map((group) => Reflect.get(group, 'is_paused') ?? 1)).not.toContain(0);
    await payByCard(order.nice_id);
    expect((await world.read(order.nice_id, access)).status).toBe('payin_pending');
    await priceAt('58000.00', false);
    await watchPrices(context);
    expect(await openAlarms('price_paused')).toEqual([]);
    await world.work({ isEarly: true });
    await world.until(order.nice_id, 'processing');
    const { payout_amount } = await world.read(order.nice_id, access);
    expect(Number(payout_amount)).toBeLessThan(0.0006);
  });

  test('a price that a person accepts is traded again, with a row of the audit log', async () => {
    await priceAt('90000.00', true);
    await expect(acceptPrice(context, { asset: 'NOPE', eur: '1', operator: 'ann' })).rejects.toThrow('NOPE');
    await expect(acceptPrice(context, { asset: 'BTC', eur: 'much', operator: 'ann' })).rejects.toThrow('no price');
    await acceptPrice(context, { asset: 'BTC', eur: '58000', operator: 'ann' });
    await priceAt('58000.00', false);
    const actions = await context.db.selectFrom('operatorActions').select(['action', 'subject']).execute();
    expect(actions).toEqual([{ action: 'price_accepted', subject: 'BTC' }]);
  });

  test('an order above the limit of one order waits for a person and shows as under way', async () => {
    context.config.ORDER_MOST_EUR = 100;
    const access = await world.signIn();
    const { order } = await world.buy(access, { payin_amount: '250' });
    await payByCard(order.nice_id);
    expect(await world.read(order.nice_id, access)).toMatchObject({ status: 'processing', txid: '' });
    expect(await openAlarms('order_held')).toEqual([order.nice_id]);
    expect(await listHeldOrders(context)).toMatchObject([{ niceId: order.nice_id, reason: 'amount' }]);
    await releaseOrder(context, { niceId: order.nice_id, operator: 'ann' });
    expect(await openAlarms('order_held')).toEqual([]);
    await world.work();
    expect((await world.read(order.nice_id, access)).txid).not.toBe('');
    await expect(releaseOrder(context, { niceId: order.nice_id, operator: 'ann' })).rejects.toThrow('not held');
  });

  test('a conversion whose sides differ too much at the day’s median waits for a person', async () => {
    const access = await world.signIn();
    const { order } = await world.buy(access, { payin_amount: '30', is_floating_rate: '0' });
    // What was promised would give three times of what came.
    const { getMedian } = context.rates;
    context.rates.getMedian = (asset) => (getMedian(asset) ?? 0n) * (asset === 'BTC' ? 3n : 1n);
    try {
      await payByCard(order.nice_id);
    } finally {
      context.rates.getMedian = getMedian;
    }
    expect(await world.read(order.nice_id, access)).toMatchObject({ status: 'processing', txid: '' });
    expect(await listHeldOrders(context)).toMatchObject([{ niceId: order.nice_id, reason: 'price' }]);
    await returnHeldOrder(context, { niceId: order.nice_id, operator: 'ann' });
    await world.work();
    expect((await world.read(order.nice_id, access)).status).toBe('refunded');
  });

  test.each([
    ['more than the limit of one order', 102n, 241, ['amount']],
    ['some more of a coin, whose price may move as that of money may not', 112n, ORDER_MOST_EUR, []],
  ] as const)('a conversion that gives %s is judged by its worth', async (_what, percent, most, reasons) => {
    context.config.ORDER_MOST_EUR = most;
    const access = await world.signIn();
    const { order } = await world.buy(access, { payin_amount: '250', is_floating_rate: '0' });
    const { getMedian } = context.rates;
    context.rates.getMedian = (asset) => ((getMedian(asset) ?? 0n) * (asset === 'BTC' ? percent : 100n)) / 100n;
    try {
      await payByCard(order.nice_id);
    } finally {
      context.rates.getMedian = getMedian;
    }
    const held = (await listHeldOrders(context)).filter(({ niceId }) => niceId === order.nice_id);
    expect(held.map(({ reason }) => reason)).toEqual(reasons);
    for (const { niceId } of held) await releaseOrder(context, { niceId, operator: 'ann' });
    await world.work();
    expect((await world.read(order.nice_id, access)).txid).not.toBe('');
  });

  test('its money can go back instead, once', async () => {
    context.config.ORDER_MOST_EUR = 100;
    const access = await world.signIn();
    const { order } = await world.buy(access, { payin_amount: '250' });
    await payByCard(order.nice_id);
    await returnHeldOrder(context, { niceId: order.nice_id, operator: 'ann' });
    await world.work();
    expect((await world.read(order.nice_id, access)).status).toBe('refunded');
  });

  test('a payment taken back while its order is held costs the operator nothing', async () => {
    context.config.ORDER_MOST_EUR = 100;
    const access = await world.signIn();
    const { order } = await world.buy(access, { payin_amount: '250' });
    await payByCard(order.nice_id);
    await sandbox.settlePayment(await world.paymentOf(order.nice_id), 'chargeback');
    await world.work();
    expect((await world.read(order.nice_id, access)).status).toBe('error');
    await expect(releaseOrder(context, { niceId: order.nice_id, operator: 'ann' })).rejects.toThrow('not held');
  });

  test('an order that pays a partner without an account waits with its money for a person', async () => {
    const [owner, next, payer] = [await world.signInClient(), await world.signInClient(), await world.signInClient()];
    const shop = { partnerKey: 'pk_shop', name: 'Shop', isMerchant: false, allowedOrigins: [] };
    const look = { isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
    const pay = (clientId: string | null) => savePartner(context, { ...shop, ...look, clientId });
    const toShop = { partner_key: 'pk_shop', pay_to_partner: '1', payout_group: 'balance', payout_currency: 'USD' };
    const buy = async () => (await world.buy(payer.access, { ...toShop, dst_address: '' })).order.nice_id;
    await pay(owner.clientId);
    const [first, second] = [await buy(), await buy()];
    await pay(null);
    for (const niceId of [first, second]) await payByCard(niceId);
    expect((await openAlarms('order_held')).toSorted()).toEqual([first, second].toSorted());
    expect(await readBalance(context.db, paths.order(first), 'EUR')).toBe(25_000n);
    await expect(releaseOrder(context, { niceId: first, operator: 'grace' })).rejects.toThrow('has no account to pay');
    await returnHeldOrder(context, { niceId: second, operator: 'grace' });
    await pay(next.clientId);
    await releaseOrder(context, { niceId: first, operator: 'grace' });
    await world.work();
    expect([(await world.read(first)).status, (await world.read(second)).status]).toEqual(['finished', 'refunded']);
    expect(await readBalance(context.db, paths.client(next.niceId), 'USD')).toBeGreaterThan(0n);
    expect(await openAlarms('order_held')).toEqual([]);
  });
});
