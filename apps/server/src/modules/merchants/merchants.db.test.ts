import { createHmac, randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { askList } from '../transactions/fixtures/ask-list.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { addHistory } from '../order-lifecycle/change-status.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import type { PartnerInput } from '../partners/partner.ts';
import { savePartner } from '../partners/save-partner.ts';
import { openWebhookSecrets, rotateWebhookSecret } from '../partners/webhook-secrets.ts';

const orderLinks = {
  httpReturnSuccess: 'https://shop.example/thanks?cart=7',
  httpReturnFailed: 'https://shop.example/sorry',
};
const world = await openOrderWorld();
let owner: SignedInClient;
let other: SignedInClient;
const common = {
  allowedOrigins: ['https://shop.example'],
  isFloatingRate: true,
  theme: 'auto' as const,
  themeSettings: {},
};

beforeAll(async () => {
  [owner, other] = [await world.signInClient(), await world.signInClient()];
  await world.context.db
    .updateTable('clients')
    .set({ isPartner: true })
    .where('clientId', 'in', [owner.clientId, other.clientId])
    .execute();
  const save = (partner: Partial<PartnerInput> & Pick<PartnerInput, 'partnerKey'>) =>
    savePartner(world.context, { ...common, name: 'Shop', isMerchant: false, ...partner });
  const lamps = { partnerKey: 'pk_lamps', isMerchant: true, clientId: owner.clientId, feePercent: 5000 } as const;
  await save({ ...lamps, defaults: orderLinks });
  await rotateWebhookSecret(world.context, 'pk_lamps', 0);
  await save({ partnerKey: 'pk_fees', clientId: owner.clientId, feePercent: 5000 });
  await save({ partnerKey: 'pk_poor', isMerchant: true });
  await save({ partnerKey: 'pk_other', isMerchant: true, clientId: other.clientId });
  await save({
    partnerKey: 'pk_locked',
    defaults: { payoutCurrency: 'BTC', payoutGroup: 'bitcoin', payinAmount: '300', dstAddress: 'bcrt1qwrong' },
    locks: ['payoutCurrency', 'payoutGroup', 'payinAmount'],
  });
});

const newEmail = () => `${randomBytes(6).toString('hex')}@example.com`;
const purchase = (changes: Readonly<Record<string, string>> = {}) => ({
  is_merchant: '1',
  partner_key: 'pk_lamps',
  client_email: newEmail(),
  payin_amount: '0',
  payout_currency: 'USD',
  purchase_amount: '49.90',
  purchase_currency: 'USD',
  ...changes,
});
/** Without a sign-in, as a merchant's page does it. */
async function buy(changes: Readonly<Record<string, string>> = {}) {
  const captcha = await world.sandbox.captchaToken('order');
  const card = { payin_currency: 'EUR', payin_group: 'card', ...purchase(changes) };
  // The price is on the payer's screen, and the order is made at it.
  const { quote } = (await world.calculate(card)).calc;
  const agreed = { is_agree_rate: '1', 'g-recaptcha-response': captcha };
  return world.call('/onramp/o/new', { ...card, ...agreed, ...(quote !== '' && { quote }) });
}
const codes = (answer: Awaited<ReturnType<typeof buy>>) =>
  answer.body.errors.map(({ code, field }) => `${code} ${field}`.trim());

async function balanceOf(path: string): Promise<Record<string, bigint>> {
  const rows = await world.context.db
    .selectFrom('ledgerLines')
    .select(['currency'])
    .select(({ fn }) => fn.sum<bigint>('amount').as('sum'))
    .where('path', '=', path)
    .groupBy('currency')
    .execute();
  return Object.fromEntries(rows.map(({ currency, sum }) => [currency, sum]));
}

describe('1-03 A-012 a merchant’s order', () => {
  test('needs no sign-in, is worth the purchase exactly, pays the partner, and the fee is on the partner’s account', async () => {
    const email = newEmail();
    const { order } = await buy({ client_email: email.toUpperCase(), partner_order_id: 'lamp 7' });
    expect(order).toMatchObject({
      status: 'payin_pending',
      is_merchant: 1,
      pay_to_partner: 1,
      is_client_role: 1,
      email,
      payout_amount: '49.90',
      payout_currency: 'USD',
      payout_group: 'balance',
      purchase_amount: '49.90',
      merchant_order_status: 'new',
    });
    const before = await balanceOf(`client:${owner.niceId}`);
    await world.sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved');
    await world.until(order.nice_id, 'finished');
    const after = await balanceOf(`client:${owner.niceId}`);
    expect((after['USD'] ?? 0n) - (before['USD'] ?? 0n)).toBe(4990n);
    const { details, receipt } = z
      .object({
        details: z.object({ partner_fee: z.string(), total_fee: z.string() }),
        receipt: z.array(z.object({ kind: z.string(), actual: z.string() })),
      })
      .parse(await world.read(order.nice_id));
    expect(await balanceOf('partner:pk_lamps:pending')).toEqual({ EUR: BigInt(details.partner_fee.replace('.', '')) });
    expect(receipt).toContainEqual({ kind: 'partner_fee', actual: details.partner_fee });
    await expectSound(world);
  });

  test.each([
    ['the shop', 'pk_lamps', {}, 'The shop gets: 49.90 USD', 'The shop has 49.90 USD.'],
    ['a donation', 'pk_lamps', { is_donation: '1' }, 'You give: 49.90 USD', 'Your donation of 49.90 USD has arrived.'],
  ])('its e-mails say of %s that the money is not the payer’s', async (_, key, terms, row, end) => {
    const payer = await world.signInClient();
    const { order } = await buy({ client_email: payer.email, partner_key: key, ...terms });
    await world.sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved');
    await world.until(order.nice_id, 'finished');
    const letters = async () =>
      (await world.sandbox.inbox(payer.email)).filter(({ subject }) => subject?.includes(order.nice_id));
    await expect.poll(async () => (await letters()).length).toBe(3);
    for (const { subject, text } of await letters()) {
      expect(text).toContain(row);
      expect(`${subject} ${text}`).not.toMatch(/your balance|to get|You get:|for you\./);
    }
    expect((await letters()).map(({ text }) => text).join()).toContain(end);
  });

  test('belongs to the e-mail’s own account where there is one, whichever client is signed in', async () => {
    const { order } = await buy({ client_email: other.email });
    const row = await world.context.db
      .selectFrom('orders')
      .select('clientId')
      .where('niceId', '=', order.nice_id)
      .executeTakeFirstOrThrow();
    expect(row.clientId).toBe(other.clientId);
  });

  test('uses up nothing of what the owner of the address may do in this month', async () => {
    const client = await world.signInClient();
    for (let count = 0; count < 3; count += 1)
      expect((await buy({ client_email: client.email, purchase_amount: '900' })).body.errors).toEqual([]);
    const { errors } = await world.calculate({ payin_amount: '4900' }, client.access);
    expect(errors).toEqual([]);
  });

  test('a payment that was taken back is no part of the month of its address until it is won: anybody may have made it', async () => {
    const email = newEmail();
    const { order } = await buy({ client_email: email });
    const payment = await world.paymentOf(order.nice_id);
    await world.sandbox.settlePayment(payment, 'approved');
    await world.until(order.nice_id, 'finished');
    const counted = () =>
      world.context.db
        .selectFrom('limitUses')
        .innerJoin('orders', 'orders.clientId', 'limitUses.clientId')
        .select(['limitUses.currency', 'limitUses.used'])
        .where('orders.niceId', '=', order.nice_id)
        .where('limitUses.isMerchant', '=', true)
        .execute();
    const before = await counted();
    expect(before.every(({ used }) => used > 0n)).toBe(true);
    await world.sandbox.settlePayment(payment, 'chargeback');
    await world.work();
    expect((await counted()).map(({ used }) => used)).toEqual((await counted()).map(() => 0n));
    expect(await counted()).not.toEqual([]);
    // Won back, it is money of the merchant's again, and of the month.
    await world.sandbox.settlePayment(payment, 'won');
    await world.work();
    expect(await counted()).toEqual(before);
    await expectSound(world);
  });

  test('A-092 anyone with its link reads it whole, pays and cancels it; another client’s plain order stays closed', async () => {
    const { order } = await buy();
    expect(await world.read(order.nice_id)).toMatchObject({ email: order['email'], can_cancel: 1 });
    expect((await world.call(`/onramp/o/${order.nice_id}/cancel`, { partner_key: 'pk_other' })).status).toBe(404);
    expect((await world.call(`/onramp/o/${order.nice_id}/cancel`, {})).body.success).toBe(1);
    const plain = (await world.buy(await world.signIn(), { partner_key: 'pk_lamps' })).order;
    expect(await world.read(plain.nice_id)).toMatchObject({ email: '', can_cancel: 0 });
    expect((await world.call(`/onramp/o/${plain.nice_id}/cancel`, {})).status).toBe(403);
    expect((await world.call(`/onramp/o/${plain.nice_id}/pay`, {})).status).toBe(403);
  });

  test.each([
    ['5-11 without an e-mail', { client_email: '' }, 400],
    ['to a partner that is none', { partner_key: 'pk_nobody' }, 'PARTNER_UNKNOWN partner_key'],
    ['at a partner who is no merchant', { partner_key: 'pk_fees' }, 'MERCHANT_OFF'],
    ['at a merchant without an account', { partner_key: 'pk_poor' }, 'PARTNER_ACCOUNT_MISSING'],
    ['5-11 without an amount', { purchase_amount: '0' }, 'REQUIRED payout_amount'],
    ['above what a stranger may pay', { purchase_amount: '4000' }, 'LIMIT_EXCEEDED payin_amount'],
    [
      'from the balance of somebody’s address',
      { payin_group: 'balance', payin_currency: 'EUR' },
      'PAYIN_PAUSED payin_group',
    ],
  ])('%s is refused', async (_name, changes, refusal) => {
    const answer = await buy(changes);
    if (typeof refusal === 'number') expect(answer.status).toBe(refusal);
    else expect(codes(answer)).toEqual([refusal]);
  });

  test('never pays an address that its payer names', async () => {
    const address = await world.sandbox.outsideAddress('bitcoin');
    const { order } = await buy({ dst_address: address, payout_currency: 'USD', payout_group: 'bitcoin' });
    expect(order).toMatchObject({ payout_group: 'balance', dst_address: '' });
  });

  test('C-04 its price asks for no verification', async () => {
    const answer = await world.app.inject({
      method: 'GET',
      url: '/onramp/calc?payin_currency=EUR&payin_group=card&payout_currency=USD&purchase_amount=49.90&purchase_currency=USD&is_merchant=1&partner_key=pk_lamps',
    });
    expect(JSON.parse(answer.body)).toMatchObject({
      calc: { payout_amount: '49.90', payout_method: 'balance' },
      limits: { verification_required: [] },
      errors: [],
    });
  });
});

describe('A-097 the return to the partner’s page', () => {
  const linksOf = async (niceId: string, access?: string) => returnLinks.parse(await world.read(niceId, access));
  const returnLinks = z.object({
    http_return_success: z.string(),
    http_return_failed: z.string(),
    signature: z.string(),
  });

  test('is shown to the payer, and how the order ended is signed once and for all', async () => {
    const { order } = await buy({ partner_order_id: 'lamp 7' });
    expect(await linksOf(order.nice_id)).toEqual({
      http_return_success: orderLinks.httpReturnSuccess,
      http_return_failed: orderLinks.httpReturnFailed,
      signature: '',
    });
    await world.call(`/onramp/o/${order.nice_id}/cancel`, {});
    const { signature } = await linksOf(order.nice_id);
    const [{ secret } = { secret: '' }] = await openWebhookSecrets(world.context, 'pk_lamps');
    const [, time = ''] = /^t=(\d+),/.exec(signature) ?? [];
    const mac = createHmac('sha256', secret).update(`${time}.${order.nice_id}.canceled.lamp 7`).digest('hex');
    expect(signature).toMatch(new RegExp(`^t=\\d+,kid=wk_\\w+,v1=${mac}$`));
    expect((await linksOf(order.nice_id)).signature).toBe(signature);
    // Also where something happens to the order after that.
    const { db } = world.context;
    const row = db.selectFrom('orders').select('orderId').where('niceId', '=', order.nice_id);
    const later = { now: () => new Date(world.context.clock.now().getTime() + 60_000) };
    const event = { from: 'canceled', to: 'canceled', reason: 'payment_charged_back', actor: 'system' } as const;
    const { orderId } = await row.executeTakeFirstOrThrow();
    await db.transaction().execute((trx) => addHistory({ ...world.context, clock: later }, trx, { orderId, ...event }));
    expect((await linksOf(order.nice_id)).signature).toBe(signature);
    expect(await linksOf(order.nice_id, owner.access)).toEqual(nowhere);
  });

  test('is shown to the owner of a plain order, and to no stranger', async () => {
    const access = await world.signIn();
    const { order } = await world.buy(access, { partner_key: 'pk_lamps' });
    expect(await linksOf(order.nice_id, access)).toMatchObject({ http_return_success: orderLinks.httpReturnSuccess });
    expect(await linksOf(order.nice_id)).toEqual(nowhere);
  });

  test('leads to the partner’s own pages only', async () => {
    const away = { ...orderLinks, httpReturnFailed: 'https://shop.example.evil.example/' };
    const partner = { ...common, partnerKey: 'pk_moved', name: 'Moved', isMerchant: true, clientId: owner.clientId };
    await expect(savePartner(world.context, { ...partner, defaults: away })).rejects.toThrow('return address');
    await savePartner(world.context, { ...partner, defaults: orderLinks });
    const { order } = await buy({ partner_key: 'pk_moved' });
    expect(await linksOf(order.nice_id)).toMatchObject({ http_return_failed: orderLinks.httpReturnFailed });
    // The page has moved since; an earlier order does not lead to the new owner of its origin.
    await savePartner(world.context, { ...partner, allowedOrigins: ['https://moved.example'] });
    expect(await linksOf(order.nice_id)).toEqual(nowhere);
  });

  const nowhere = { http_return_success: '', http_return_failed: '', signature: '' };
});

describe('C-49 what a partner sees', () => {
  const list = (access: string | undefined, fields: Readonly<Record<string, string>> = {}) =>
    askList(world, access, fields);

  test('its own orders without their payers, and never those of another partner', async () => {
    const { order: sold } = await buy({ client_email: 'payer.one@example.com' });
    const address = await world.sandbox.outsideAddress('bitcoin');
    const { order: bought } = await world.buy(await world.signIn(), { partner_key: 'pk_fees', dst_address: address });
    const { order: foreign } = await buy({ partner_key: 'pk_other', client_email: 'payer.two@example.com' });
    const mine = await list(owner.access);
    const ids = (mine.body.data ?? []).map(({ nice_id: id }) => id);
    expect(ids.slice(0, 2)).toEqual([bought.nice_id, sold.nice_id]);
    expect(ids).not.toContain(foreign.nice_id);
    expect(mine.body.data?.[1]).toMatchObject({ email: 'payer.one@example.com', is_partner_role: 1, is_merchant: 0 });
    expect(mine.body.data?.[0]).toMatchObject({ email: '', dst_address: '', partner_key: 'pk_fees' });
    expect(mine.text).not.toContain('payer.two');
    expect(mine.text).not.toContain(address);
    const theirs = await list(other.access);
    expect((theirs.body.data ?? []).map(({ nice_id: id }) => id)).toContain(foreign.nice_id);
    expect(theirs.text).not.toContain('payer.one');
  });

  test('6-08 the order itself as a partner, another partner’s as a stranger', async () => {
    const { order } = await world.buy(await world.signIn(), { partner_key: 'pk_fees', partner_order_id: 'mine' });
    const read = (access: string) => world.read(order.nice_id, access);
    expect(await read(owner.access)).toMatchObject({
      is_partner_role: 1,
      partner_order_id: 'mine',
      email: '',
      can_cancel: 0,
    });
    expect(await read(other.access)).toMatchObject({ is_partner_role: 0, partner_order_id: '', email: '' });
  });

  test('C-28 an order of another partner is not there on a partner’s page, but for its owner', async () => {
    const access = await world.signIn();
    const { order } = await world.buy(access, { partner_key: 'pk_fees' });
    const onPage = (partner: string, by?: string) =>
      world.call(`/onramp/o/${order.nice_id}`, { partner_key: partner }, by);
    expect((await onPage('pk_other')).status).toBe(404);
    expect((await onPage('pk_fees')).status).toBe(200);
    expect((await onPage('pk_other', access)).status).toBe(200);
  });

  test('6-04 A-054 no other client sees a list: 404', async () => {
    expect((await list(await world.signIn())).status).toBe(404);
    expect((await list(undefined)).status).toBe(403);
  });

  test('page by page and filtered, with what there is to filter by', async () => {
    const all = (await list(owner.access)).body;
    const {
      method,
      status,
      payout_currency: payouts,
      time,
    } = (await list(owner.access, { get_filters_data: '1' })).body;
    expect(method?.map(({ code }) => code)).toEqual(['card']);
    expect(payouts?.map(({ code }) => code)).toEqual(['BTC', 'USD']);
    expect(status).toContainEqual({ code: 'payin_pending', name: 'Waiting for payment' });
    expect(time).toMatch(/^\d{4}-\d\d-\d\d$/);
    const bitcoin = (await list(owner.access, { payout_currency: 'BTC', time_from: time ?? '', time_to: time ?? '' }))
      .body;
    expect(bitcoin.records_total).toBe(all.data?.filter(({ payout_currency: code }) => code === 'BTC').length);
    expect((await list(owner.access, { status: 'finished', time_to: '2001-01-01' })).body).toMatchObject({
      records_total: 0,
      data: [],
    });
    expect((await list(owner.access, { page: 'x' })).status).toBe(400);
  });
});

describe('a fee on top', () => {
  test('1-28 is in the price, and nowhere without the partner', async () => {
    const plain = await world.calculate();
    const dear = await world.calculate({ partner_key: 'pk_fees' });
    expect(dear.calc.details).toMatchObject({ partner_fee: '1.25', partner_percent: '0.5000' });
    expect(plain.calc.details).not.toHaveProperty('partner_fee');
    expect(Number(dear.calc.payout_amount)).toBeLessThan(Number(plain.calc.payout_amount));
  });

  test('a fixed price of one partner makes no order of another', async () => {
    const access = await world.signIn();
    const fixed = { is_floating_rate: '0' };
    const { quote } = (await world.calculate(fixed, access)).calc;
    const { body } = await world.buy(access, { ...fixed, quote, partner_key: 'pk_fees' });
    expect(body.error).toBe('QUOTE_EXPIRED');
  });
});

describe('what a partner has locked', () => {
  test('is filled in, and refused when an order says otherwise', async () => {
    const access = await world.signIn();
    const locked = { partner_key: 'pk_locked', payin_amount: '' };
    const filled = await world.buy(access, { ...locked, payin_amount: '300.00' });
    expect(filled.order.payin_amount).toBe('300.00');
    const changed = await world.buy(access, {
      partner_key: 'pk_locked',
      payin_amount: '301',
      payout_currency: 'ETH',
      payout_group: 'ethereum',
    });
    expect(codes(changed).toSorted()).toEqual([
      'PRESET_LOCKED payin_amount',
      'PRESET_LOCKED payout_currency',
      'PRESET_LOCKED payout_group',
    ]);
    const aside = await world.buy(access, {
      partner_key: 'pk_locked',
      payin_amount: '0',
      payout_amount: '1',
      is_payout_calc: '1',
    });
    expect(codes(aside)).toEqual(['PRESET_LOCKED payin_amount']);
  });
});
