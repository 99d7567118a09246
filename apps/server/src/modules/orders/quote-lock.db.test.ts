import { afterEach, describe, expect, test } from 'vitest';
import { expectSound } from './fixtures/expect-sound.ts';
import { openOrderWorld } from './fixtures/open-order-world.ts';

const world = await openOrderWorld();
afterEach(() => expectSound(world));

const fixed = { is_floating_rate: '0', payin_amount: '100' };

async function moveMarket(from: string): Promise<void> {
  await world.sandbox.setPrice({ asset: 'BTC', eur: '70000.00', hold: true });
  const now = async () => (await world.calculate(fixed)).calc.payout_amount;
  await expect.poll(now, { timeout: 10_000 }).not.toBe(from);
}

describe('a fixed price on screen is the price of the order', () => {
  test('whatever the market does meanwhile', async () => {
    const access = await world.signIn();
    const { calc, errors } = await world.calculate(fixed, access);
    expect(errors).toEqual([]);
    await moveMarket(calc.payout_amount);
    const { body, order } = await world.buy(access, { ...fixed, quote: calc.quote });
    expect(body.errors).toEqual([]);
    expect(order).toMatchObject({ payin_amount: '100.00', payout_amount: calc.payout_amount, details: calc.details });
  });

  test('a floating price has no quote', async () => {
    const { calc } = await world.calculate();
    expect(calc).toMatchObject({ quote: '', quote_expires_at: 0 });
  });

  test('a price that is refused has no quote', async () => {
    const { calc } = await world.calculate({ ...fixed, payin_amount: '1' });
    expect(calc.quote).toBe('');
  });

  test('a quote lives for a minute', async () => {
    const { calc } = await world.calculate(fixed);
    expect(calc.quote_expires_at - Date.now() / 1000).toBeGreaterThan(50);
    expect(calc.quote_expires_at - Date.now() / 1000).toBeLessThanOrEqual(60);
  });
});

describe('QUOTE_EXPIRED: no order, and the current price to request with again', () => {
  const tampered = (quote: string) => {
    const [body = '', signature = ''] = quote.split('.');
    const content = Buffer.from(body, 'base64url')
      .toString()
      .replace(/"payoutAmount":"\d/, '"payoutAmount":"9');
    return `${Buffer.from(content).toString('base64url')}.${signature}`;
  };
  const lengthened = (quote: string) => {
    const [body = '', signature = ''] = quote.split('.');
    const content = Buffer.from(body, 'base64url')
      .toString()
      .replace(/"until":\d/, '"until":9');
    return `${Buffer.from(content).toString('base64url')}.${signature}`;
  };

  test.each<[string, (quote: string) => Record<string, string>]>([
    ['a better pay-out written into it', (quote) => ({ quote: tampered(quote) })],
    ['a longer life written into it', (quote) => ({ quote: lengthened(quote) })],
    ['another signature', (quote) => ({ quote: `${quote.split('.')[0] ?? ''}.AAAA` })],
    ['another amount', (quote) => ({ quote, payin_amount: '101' })],
    ['another currency', (quote) => ({ quote, payin_currency: 'GBP' })],
    ['another side typed', (quote) => ({ quote, payin_amount: '0', payout_amount: '0.01', is_payout_calc: '1' })],
  ])('%s', async (_why, change) => {
    const access = await world.signIn();
    const { calc } = await world.calculate(fixed, access);
    const { status, body } = await world.buy(access, { ...fixed, ...change(calc.quote) });
    expect(status).toBe(200);
    expect(body).toMatchObject({ error: 'QUOTE_EXPIRED', errors: [{ code: 'QUOTE_EXPIRED', field: 'quote' }] });
    expect(body.order ?? null).toBeNull();
    expect(body.calculation?.calc.quote).not.toBe('');
    expect(
      await world.context.db.selectFrom('orders').selectAll().where('payinAmount', '=', 10_100n).execute(),
    ).toEqual([]);
  });

  test('none: a fixed price is ordered as it was shown, or not at all', async () => {
    const access = await world.signIn();
    const captcha = await world.sandbox.captchaToken('order');
    const { body } = await world.call(
      '/onramp/o/new',
      {
        payin_currency: 'EUR',
        payin_group: 'card',
        payout_currency: 'BTC',
        payout_group: 'bitcoin',
        ...fixed,
        is_agree_name: '1',
        dst_address: await world.sandbox.outsideAddress('bitcoin'),
        'g-recaptcha-response': captcha,
      },
      access,
    );
    expect(body).toMatchObject({ error: 'QUOTE_EXPIRED', errors: [{ code: 'QUOTE_EXPIRED', field: 'quote' }] });
    expect(body.order ?? null).toBeNull();
    const { order } = await world.buy(access, { ...fixed, quote: body.calculation?.calc.quote ?? '' });
    expect(order.payout_amount).toBe(body.calculation?.calc.payout_amount);
  });

  test('its time is over; the new quote makes the order', async () => {
    const access = await world.signIn();
    const { calc } = await world.calculate(fixed, access);
    const { clock } = world.context;
    world.context.clock = { now: () => new Date(Date.now() + 61_000) };
    try {
      const { body } = await world.buy(access, { ...fixed, quote: calc.quote });
      expect(body.error).toBe('QUOTE_EXPIRED');
      const again = body.calculation?.calc.quote ?? '';
      const { order } = await world.buy(access, { ...fixed, quote: again });
      expect(order.payout_amount).toBe(body.calculation?.calc.payout_amount);
    } finally {
      world.context.clock = clock;
    }
  });

  test.each(['x', 'x.', '.x', 'x.y.z', 'x'.repeat(5000), '<script>.x'])(
    'what is no quote is bad input: %s',
    async (quote) => {
      const { status, body } = await world.buy(await world.signIn(), { ...fixed, quote });
      expect([status, body.errors[0]?.code]).toEqual([400, 'FIELD_INVALID']);
    },
  );
});
