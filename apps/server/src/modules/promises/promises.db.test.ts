import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { listClientBalances } from '../balance/client-balances.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { savePartner } from '../partners/save-partner.ts';
import { keepTime, resetTime } from '../rates/known-time.ts';
import { openPartnerPage } from './fixtures/open-partner-page.ts';

const world = await openOrderWorld();
const { db } = world.context;
let owner: SignedInClient;

beforeAll(async () => {
  owner = await world.signInClient();
  const common = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
  const lamps = { ...common, partnerKey: 'pk_lamps', name: 'Lamps', isMerchant: true, clientId: owner.clientId };
  await savePartner(world.context, lamps);
});

const newEmail = () => `${randomBytes(6).toString('hex')}@example.com`;
const errorsOf = ({ body }: Awaited<ReturnType<typeof world.call>>) =>
  body.errors.map(({ code, field }) => `${code} ${field}`.trim());
const fixed = { is_floating_rate: '0', payin_amount: '100' };
const card = { payin_currency: 'EUR', payin_group: 'card' };
const purchase = { is_merchant: '1', partner_key: 'pk_lamps', purchase_amount: '49.90', purchase_currency: 'USD' };

/** A call as a payer writes it by hand: only the fields that every call has are added. */
async function order(fields: Readonly<Record<string, string>>, access?: string, headers?: Record<string, string>) {
  const captcha = await world.sandbox.captchaToken('order');
  const agreed = { is_agree_rate: '1', is_agree_name: '1', 'g-recaptcha-response': captcha };
  return world.call('/onramp/o/new', { ...agreed, ...fields }, access, headers);
}

async function setCard(values: { state: 'open' | 'paused' } | { maxAmount: bigint }): Promise<void> {
  const update = db.updateTable('paymentOptions').set(values).where('direction', '=', 'payin');
  await update.where('currency', '=', 'EUR').where('groupCode', '=', 'card').execute();
  // The price list is at most a second old.
  await new Promise((resolve) => setTimeout(resolve, 1100));
}

describe('an order is what was promised: by its quote', () => {
  test('a payer who leaves out the payment method pays as the quote says, and never from the balance of an address’s owner', async () => {
    const victim = await world.signInClient();
    await world.giveBalance(victim, 80_000n, 'EUR');
    const asked = { payin_currency: 'EUR', payout_currency: 'USD', payout_amount: '49.90', is_payout_calc: '1' };
    const { calc } = await world.calculate({
      ...asked,
      partner_key: 'pk_lamps',
      payin_group: 'balance',
      pay_to_partner: '1',
      is_floating_rate: '0',
      payin_amount: '0',
      payout_group: 'balance',
    });
    const answer = await order({
      ...asked,
      partner_key: 'pk_lamps',
      is_merchant: '1',
      purchase_amount: '49.90',
      client_email: victim.email,
      quote: calc.quote,
    });
    expect(errorsOf(answer)).toEqual(['PAYIN_PAUSED payin_group']);
    expect((await listClientBalances(db, victim.clientId)).get('EUR')).toBe(80_000n);
    expect(await db.selectFrom('orders').select('niceId').where('clientId', '=', victim.clientId).execute()).toEqual(
      [],
    );
    const mine = await world.calculate({ ...card, ...purchase, payin_group: 'balance' });
    expect(mine.calc.quote).toBe('');
  });

  test('a visitor’s own price is not valid at a merchant, nor the other way round', async () => {
    await db.updateTable('pricingSettings').set({ isFirstOrderFree: true }).execute();
    try {
      const asked = {
        ...card,
        payout_currency: 'USD',
        payout_group: 'balance',
        is_floating_rate: '0',
        payin_amount: '0',
      };
      const amount = { payout_amount: '49.90', is_payout_calc: '1' };
      const free = async () => (await world.calculate({ ...asked, ...amount, partner_key: 'pk_lamps' })).calc;
      await expect.poll(async () => (await free()).details?.service_fee, { timeout: 5000 }).toBe('0.00');
      const { quote } = await free();
      const sold = await order({ ...card, ...purchase, client_email: newEmail(), quote });
      expect(errorsOf(sold)).toEqual(['QUOTE_EXPIRED quote']);
      const bought = await world.calculate({ ...asked, ...purchase });
      const access = await world.signIn();
      const plain = await order({ ...asked, ...amount, partner_key: 'pk_lamps', quote: bought.calc.quote }, access);
      expect(errorsOf(plain)).toEqual(['QUOTE_EXPIRED quote']);
    } finally {
      await db.updateTable('pricingSettings').set({ isFirstOrderFree: false }).execute();
    }
  });

  test('it makes one order, of eight at once too; the same call again finds it', async () => {
    const access = await world.signIn();
    const { calc } = await world.calculate(fixed, access);
    const preorder = { ...fixed, quote: calc.quote, dst_address: await world.sandbox.outsideAddress('bitcoin') };
    const key = { 'Idempotency-Key': randomBytes(8).toString('hex') };
    const answers = await Promise.all(Array.from({ length: 8 }, () => world.buy(access, preorder)));
    const made = answers.filter(({ body }) => body.errors.length === 0);
    expect(made).toHaveLength(1);
    expect(new Set(answers.filter((answer) => !made.includes(answer)).map(({ body }) => body.error))).toEqual(
      new Set(['QUOTE_EXPIRED']),
    );
    const other = (await world.calculate(fixed, access)).calc;
    const first = await world.buy(access, { ...preorder, quote: other.quote }, key);
    const again = await world.buy(access, { ...preorder, quote: other.quote }, key);
    expect(again.order.nice_id).toBe(first.order.nice_id);
    await world.call(`/onramp/o/${first.order.nice_id}/cancel`, {}, access);
    expect((await world.buy(access, { ...preorder, quote: other.quote })).body.error).toBe('QUOTE_EXPIRED');
  });

  test('a client’s is valid for no other, and a visitor keeps one while signing in', async () => {
    const [mine, theirs] = [await world.signIn(), await world.signIn()];
    const { quote } = (await world.calculate(fixed, mine)).calc;
    expect((await world.buy(theirs, { ...fixed, quote })).body.error).toBe('QUOTE_EXPIRED');
    const visitors = (await world.calculate(fixed)).calc;
    expect((await world.buy(mine, { ...fixed, quote: visitors.quote })).order.payout_amount).toBe(
      visitors.payout_amount,
    );
  });

  test('a method that is paused meanwhile takes no order, named or left out', async () => {
    const access = await world.signIn();
    const preorder = { payin_currency: 'EUR', payout_currency: 'BTC', ...fixed };
    const address = { dst_address: await world.sandbox.outsideAddress('bitcoin') };
    const { quote } = (await world.calculate({ ...preorder, payin_group: 'card', payout_group: 'bitcoin' }, access))
      .calc;
    await setCard({ state: 'paused' });
    try {
      const groups = { payin_group: 'card', payout_group: 'bitcoin' };
      for (const named of [groups, undefined])
        expect(errorsOf(await order({ ...preorder, ...named, ...address, quote }, access))).toEqual([
          'PAYIN_PAUSED payin_group',
        ]);
    } finally {
      await setCard({ state: 'open' });
    }
    expect(errorsOf(await order({ ...preorder, ...address, quote }, access))).toEqual([]);
  });

  test('what a method takes at most meanwhile counts, not what it took when the price was shown', async () => {
    const access = await world.signIn();
    const { quote } = (await world.calculate(fixed, access)).calc;
    const option = db.selectFrom('paymentOptions').select('maxAmount').where('direction', '=', 'payin');
    const { maxAmount } = await option
      .where('currency', '=', 'EUR')
      .where('groupCode', '=', 'card')
      .executeTakeFirstOrThrow();
    await setCard({ maxAmount: 5_000n });
    try {
      expect(errorsOf(await world.buy(access, { ...fixed, quote }))).toEqual(['AMOUNT_MAX payin_amount']);
    } finally {
      await setCard({ maxAmount });
    }
  });

  test('which side was typed is part of it', async () => {
    const access = await world.signIn();
    const { calc } = await world.calculate(fixed, access);
    const added: Record<string, string>[] = [
      { payout_amount: calc.payout_amount },
      { is_payout_calc: '1' },
      { is_floating_rate: '1' },
    ];
    for (const more of added)
      expect((await world.buy(access, { ...fixed, quote: calc.quote, ...more })).body.error).toBe('QUOTE_EXPIRED');
  });

  test('over is over, also when our clock goes back: before it was made, or behind a time that was known', async () => {
    const access = await world.signIn();
    const { clock } = world.context;
    const { quote } = (await world.calculate(fixed, access)).calc;
    const refused = async () => (await world.buy(access, { ...fixed, quote })).body.error;
    const shift = (ms: number) => ({ now: () => new Date(Date.now() + ms) });
    try {
      world.context.clock = shift(61_000);
      expect(await refused()).toBe('QUOTE_EXPIRED');
      world.context.clock = shift(-60_000);
      expect(await refused()).toBe('QUOTE_EXPIRED');
      // Set back so little that only the recorded time detects it.
      await keepTime({ ...world.context, clock: shift(61_000) });
      world.context.clock = clock;
      expect(await refused()).toBe('QUOTE_EXPIRED');
    } finally {
      world.context.clock = clock;
      await resetTime(db, { clock });
    }
    expect((await world.buy(access, { ...fixed, quote })).body.errors).toEqual([]);
  });
});

describe('an order is what was promised: by a session token', () => {
  const page = openPartnerPage(world, 'pk_lamps');

  test.each([
    [
      'an amount paid in',
      { payin_amount: '250', payin_currency: 'EUR', payout_currency: 'USD', partner_order_id: 'A1' },
      'payin_amount',
    ],
    ['an amount paid out', { payout_amount: '200', payout_currency: 'USD', partner_order_id: 'A1' }, 'payout_amount'],
    ['a currency', { payout_currency: 'EUR', payin_currency: 'USD' }, 'payout_currency'],
  ])('%s is not changed by a purchase that the page adds', async (_name, presets, field) => {
    const session = await page(presets);
    const payin = { payin_currency: 'EUR', payin_group: 'card', ...presets };
    const added = { is_merchant: '1', purchase_amount: '35', purchase_currency: 'USD', client_email: newEmail() };
    const { quote } = (await world.calculate({ ...payin, ...added, partner_key: 'pk_lamps' })).calc;
    const answer = await order({ ...payin, ...added, ...session, quote });
    expect(answer.body.order ?? null).toBeNull();
    expect(errorsOf(answer).join()).toMatch(new RegExp(`PRESET_LOCKED ${field}|QUOTE_EXPIRED`));
  });

  test('nor is a locked default', async () => {
    const common = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
    await savePartner(world.context, {
      ...common,
      partnerKey: 'pk_tight',
      name: 'Tight',
      isMerchant: true,
      clientId: owner.clientId,
      defaults: {
        payinAmount: '250',
        payinCurrency: 'EUR',
        payoutCurrency: 'USD',
      },
      locks: ['payinAmount', 'payinCurrency', 'payoutCurrency'],
    });
    const added = { is_merchant: '1', purchase_amount: '35', purchase_currency: 'USD', client_email: newEmail() };
    const preorder = { ...card, payout_currency: 'USD', partner_key: 'pk_tight', ...added };
    const { quote } = (await world.calculate({ ...preorder, payin_amount: '0' })).calc;
    expect(errorsOf(await order({ ...preorder, quote }))).toEqual(['PRESET_LOCKED payin_amount']);
  });

  test.each<[string, Record<string, string>]>([
    ['the payer’s own balance', { payout_currency: 'EUR', payout_group: 'balance' }],
    [
      'an own bank account',
      { payout_currency: 'EUR', payout_group: 'sepa', iban: 'DE89370400440532013000', beneficiary_account: 'Elin' },
    ],
    ['the partner’s balance', { payout_currency: 'EUR', pay_to_partner: '1' }],
    [
      'another address',
      { payout_currency: 'BTC', payout_group: 'bitcoin', dst_address: 'bcrt1q6rz28mcfaxtmd6v789l9rrlrusdprr9pz3cppk' },
    ],
    ['another network', { payout_currency: 'ETH', payout_group: 'ethereum', dst_address: `0x${'12'.repeat(20)}` }],
  ])('an address is paid, or nothing: not %s', async (_name, changes) => {
    const address = await world.sandbox.outsideAddress('bitcoin');
    const session = await page({
      payin_currency: 'GBP',
      payin_amount: '120',
      dst_address: address,
      partner_order_id: '7',
    });
    const preorder = { payin_currency: 'GBP', payin_group: 'card', payin_amount: '120', ...changes, ...session };
    const answer = await order({ dst_address: address, ...preorder }, await world.signIn());
    expect(answer.body.order ?? null).toBeNull();
    expect(errorsOf(answer).join()).toMatch(/PRESET_LOCKED dst_address|ADDRESS_INVALID dst_address/);
  });

  test('no client’s balance pays a merchant, whatever is left out', async () => {
    const { email } = owner;
    const answer = await order({ payin_currency: 'EUR', payin_group: 'balance', ...purchase, client_email: email });
    expect(errorsOf(answer)).toContain('PAYIN_PAUSED payin_group');
  });
});
