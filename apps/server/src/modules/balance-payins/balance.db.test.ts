import { generateSync } from 'otplib';
import { afterEach, describe, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { readBalanceOverview } from '../balance-overview/read-balance.ts';
import { enableTwoFactor } from '../authenticator/two-factor-settings.ts';
import { hashPassword, savePassword } from '../clients/passwords/password.ts';
import { guardPayouts } from '../two-factor/store.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';

const world = await openOrderWorld();
await world.fundWallet('1');
afterEach(() => expectSound(world));

const fromEuro = { payin_currency: 'EUR', payin_group: 'balance', payin_amount: '100' };
const toEther = { payout_currency: 'ETH', payout_group: 'balance' };

async function codeOf({ email }: SignedInClient): Promise<string> {
  await world.work();
  const messages = await world.sandbox.inbox(email);
  const codes = messages.flatMap(({ subject }) => /^(\d{6}) approves/.exec(subject ?? '')?.[1] ?? []);
  // The newest mail comes first.
  return codes[0] ?? '';
}

async function approve(client: SignedInClient, uuid: string, code: string, more: Record<string, string> = {}) {
  const captcha = await world.sandbox.captchaToken('code');
  const fields = { uuid, code, ...more, 'g-recaptcha-response': captcha };
  return world.call('/order/approve_withdrawal', fields, client.access);
}

async function resend(client: SignedInClient, uuid: string) {
  const captcha = await world.sandbox.captchaToken('code');
  return world.call('/order/resend_code', { uuid, 'g-recaptcha-response': captcha }, client.access);
}

const held = ({ niceId }: SignedInClient, currency: string) =>
  readBalance(world.context.db, paths.client(niceId), currency);

async function clientWith(cents: bigint): Promise<SignedInClient> {
  const client = await world.signInClient();
  await world.giveBalance(client, cents, 'EUR');
  return client;
}

describe('an order paid from the balance', () => {
  test('A-015, C-37, 3-49 holds the amount and shows it, requests the code, and a right code exchanges it and finishes it on the balance', async () => {
    const client = await clientWith(15_000n);
    const { body, order } = await world.buy(client.access, { ...fromEuro, ...toEther });
    expect(body.errors).toEqual([]);
    expect(order.status).toBe('confirmation_pending');
    expect(body.nice_id).toBe(order.nice_id);
    expect(body.expiration_sec).toBeGreaterThan(50);
    expect(order).toMatchObject({ confirmation: { uuid: body.uuid, nice_id: order.nice_id } });
    expect(await held(client, 'EUR')).toBe(5_000n);
    await world.giveBalance(client, 34_000n, 'RWD');
    expect(await readBalanceOverview(world.context, client.clientId)).toMatchObject({
      availablePrimaryBalance: '50.00',
      holdPrimaryBalance: '100.00',
      primaryBalance: '150.00',
      secondaryBalance: expect.stringMatching(/^0\.00\d{6}$/),
      primaryCurrency: 'EUR',
      secondaryCurrency: 'BTC',
      balances: {
        EUR: { amount: '50.00', holdAmount: '100.00', primaryAmount: '50.00' },
        RWD: { amount: '340.00', holdAmount: '0.00', primaryAmount: '' },
      },
      clientBalanceCurrencies: expect.arrayContaining(['EUR', 'BTC', 'ETH']),
      clientPrimaryCurrencies: expect.arrayContaining(['EUR', 'USD', 'BTC']),
      currencyData: { EUR: { symbol: '€' }, RWD: { isVirtual: 1 } },
      favoriteCurrencies: [],
      favoriteGroups: [],
    });

    const code = await codeOf(client);
    // 5-01: trimmed and cut to six.
    const approved = await approve(client, body.uuid, ` ${code}7 `);
    expect(approved.body).toMatchObject({ success: 1, nice_id: order.nice_id });
    const done = await world.read(order.nice_id, client.access);
    expect(done).toMatchObject({ status: 'finished', received_amount: '100.00', confirmation: null });
    expect(done.history.map(({ status, reason }) => [status, reason])).toEqual([
      ['confirmation_pending', ''],
      ['processing', 'payment_received'],
      ['finished', 'balance_credited'],
    ]);
    const ether = await held(client, 'ETH');
    const reported = await readBalanceOverview(world.context, client.clientId);
    expect([reported.holdPrimaryBalance, reported.balances['ETH']?.amount]).toEqual(['0.00', done.payout_amount]);
    expect(
      ether
        .toString()
        .padStart(19, '0')
        .replace(/(\d{18})$/, '.$1'),
    ).toBe(done.payout_amount);
    // The same answer to the same code, and nothing happens twice.
    expect((await approve(client, body.uuid, code)).body.success).toBe(1);
    expect(await held(client, 'ETH')).toBe(ether);
  });

  test('goes out over a chain', async () => {
    const client = await clientWith(20_000n);
    const { body, order } = await world.buy(client.access, fromEuro);
    await approve(client, body.uuid, await codeOf(client));
    await world.until(order.nice_id, 'processing');
    await world.work();
    await world.sandbox.mine('bitcoin', 2);
    await world.work({ isEarly: true });
    expect((await world.read(order.nice_id)).status).toBe('finished');
  });

  test('BALANCE_SHORT: nothing is made and nothing is held', async () => {
    const client = await clientWith(9_999n);
    const { body } = await world.buy(client.access, { ...fromEuro, ...toEther });
    expect(body.errors).toMatchObject([{ code: 'BALANCE_SHORT', field: 'payin_amount' }]);
    expect(body.order ?? null).toBeNull();
    expect(await held(client, 'EUR')).toBe(9_999n);
  });

  test('two orders at once cannot hold the same money', async () => {
    const client = await clientWith(15_000n);
    const answers = await Promise.all([1, 2, 3].map(() => world.buy(client.access, { ...fromEuro, ...toEther })));
    expect(answers.filter(({ body }) => body.uuid !== '')).toHaveLength(1);
    expect(await held(client, 'EUR')).toBe(5_000n);
  });

  test('canceling gives the money back, and the code is worth nothing then', async () => {
    const client = await clientWith(10_000n);
    const { body, order } = await world.buy(client.access, { ...fromEuro, ...toEther });
    const code = await codeOf(client);
    const canceled = await world.call(`/onramp/o/${order.nice_id}/cancel`, {}, client.access);
    expect(canceled.order.status).toBe('canceled');
    expect(await held(client, 'EUR')).toBe(10_000n);
    expect((await approve(client, body.uuid, code)).body).toMatchObject({
      success: 0,
      errors: [{ code: 'ORDER_STATUS_CHANGED' }],
    });
  });

  test('expiry gives the money back', async () => {
    const client = await clientWith(10_000n);
    const { order } = await world.buy(client.access, { ...fromEuro, ...toEther });
    await world.context.db
      .updateTable('orders')
      .set({ payinDeadline: new Date(0) })
      .where('niceId', '=', order.nice_id)
      .execute();
    await world.work({ isEarly: true });
    expect((await world.read(order.nice_id)).status).toBe('expired');
    expect(await held(client, 'EUR')).toBe(10_000n);
  });

  test('a code approved ten times at once approves once', async () => {
    const client = await clientWith(10_000n);
    const { body } = await world.buy(client.access, { ...fromEuro, ...toEther });
    const code = await codeOf(client);
    const answers = await Promise.all(Array.from({ length: 10 }, () => approve(client, body.uuid, code)));
    expect(answers.map((answer) => answer.body.success)).toEqual(Array.from({ length: 10 }, () => 1));
    expect(await held(client, 'EUR')).toBe(0n);
  });
});

describe('law 5: a fixed price from the balance is no free option', () => {
  const fixed = { ...fromEuro, payout_currency: 'BTC', payout_group: 'balance', is_floating_rate: '0' };
  const { clock } = world.context;
  afterEach(() => void (world.context.clock = clock));
  const passSeconds = (seconds: number) =>
    void (world.context.clock = { now: () => new Date(Date.now() + seconds * 1000) });

  async function priceAt(eur: string): Promise<string> {
    await world.sandbox.setPrice({ asset: 'BTC', eur, hold: true });
    const now = async () => (await world.calculate(fixed)).calc.payout_amount;
    const before = await now();
    await expect.poll(now, { timeout: 10_000 }).not.toBe(before);
    return now();
  }

  async function orderAt(eur: string) {
    await priceAt(eur);
    const client = await clientWith(10_000n);
    const { quote, payout_amount: promised } = (await world.calculate(fixed, client.access)).calc;
    const { body, order } = await world.buy(client.access, { ...fixed, quote });
    expect(body.errors).toEqual([]);
    expect(order.payout_amount).toBe(promised);
    expect(Number(order['expires_at']) - Date.now() / 1000).toBeLessThanOrEqual(60);
    expect(Number(order['payin_deadline']) - Date.now() / 1000).toBeGreaterThan(600);
    return { client, uuid: body.uuid, niceId: order.nice_id, promised };
  }

  test.each([
    ['held for a minute: the market may move', '60000.00', '61000.00', 0, 'promised'],
    ['over, and the market gives less: the current price', '60500.00', '61500.00', 61, 'now'],
    ['over, and the market gives more: the promised price', '60700.00', '59700.00', 61, 'promised'],
  ] as const)('%s', async (_name, before, after, seconds, expected) => {
    const { client, uuid, niceId, promised } = await orderAt(before);
    const code = await codeOf(client);
    const now = await priceAt(after);
    passSeconds(seconds);
    expect((await approve(client, uuid, code)).body.success).toBe(1);
    const { status, payout_amount: given } = await world.read(niceId, client.access);
    expect([status, given]).toEqual(['finished', expected === 'now' ? now : promised]);
  });
});

describe('A-102 what a client holds', () => {
  test('is shown exactly at the options of the balance, to its owner only', async () => {
    const client = await clientWith(12_345n);
    const amountOf = async (access?: string) => {
      const config = await world.config(access);
      const euro = config.sw_config.payin_select.find(({ name }) => name === 'EUR');
      return euro?.groups.map(({ code, balance_amount: amount }) => `${code} ${amount}`);
    };
    expect(await amountOf(client.access)).toContain('balance 123.45');
    expect(await amountOf()).toContain('balance ');
  });

  test('a price that takes more than that says so', async () => {
    const client = await clientWith(9_999n);
    const { errors } = await world.calculate({ ...fromEuro, ...toEther }, client.access);
    expect(errors).toMatchObject([{ code: 'BALANCE_SHORT', field: 'payin_amount' }]);
    expect((await world.calculate({ ...fromEuro, ...toEther })).errors).toEqual([]);
  });
});

describe('the code', () => {
  test('wrong codes are counted, and after five the right one is too late', async () => {
    const client = await clientWith(10_000n);
    const { body } = await world.buy(client.access, { ...fromEuro, ...toEther });
    const code = await codeOf(client);
    const wrong = code === '000000' ? '000001' : '000000';
    for (const text of ['abcdef', '12345', wrong, wrong, wrong, wrong, wrong])
      expect((await approve(client, body.uuid, text)).body.errors).toMatchObject([
        { code: 'CODE_WRONG', field: 'code' },
      ]);
    expect((await approve(client, body.uuid, code)).body.errors).toMatchObject([
      { code: 'CODE_TOO_MANY', field: 'code' },
    ]);
  });

  test('a code is for its own client only', async () => {
    const client = await clientWith(10_000n);
    const other = await clientWith(10_000n);
    const { body } = await world.buy(client.access, { ...fromEuro, ...toEther });
    const code = await codeOf(client);
    expect((await approve(other, body.uuid, code)).status).toBe(404);
    expect((await resend(other, body.uuid)).status).toBe(404);
    expect((await approve(client, '00000000-0000-4000-8000-000000000000', code)).status).toBe(404);
  });

  test('A-016 a new code has a new identifier, comes not before its time, goes to the address that the client has by then, and replaces the old one', async () => {
    const client = await clientWith(10_000n);
    const { body } = await world.buy(client.access, { ...fromEuro, ...toEther });
    const first = await codeOf(client);
    const early = await resend(client, body.uuid);
    expect(early.body).toMatchObject({
      success: 0,
      uuid: body.uuid,
      errors: [{ code: 'CODE_TOO_MANY', field: 'code' }],
    });
    expect(early.body.expiration_sec).toBeGreaterThan(50);
    await letResend();
    const moved = { ...client, email: `moved.${client.email}` };
    await world.context.db
      .updateTable('clients')
      .set({ email: moved.email })
      .where('email', '=', client.email)
      .executeTakeFirstOrThrow();
    const sent = await resend(client, body.uuid);
    expect(sent.body.success).toBe(1);
    expect(sent.body.expiration_sec).toBeGreaterThan(50);
    expect(sent.body.uuid).not.toBe(body.uuid);
    expect((await approve(client, body.uuid, first)).body.errors).toMatchObject([{ code: 'CODE_EXPIRED' }]);
    expect((await approve(client, sent.body.uuid, await codeOf(moved))).body.success).toBe(1);
  });

  test('an order gets three codes and no more', async () => {
    const client = await clientWith(10_000n);
    const { body } = await world.buy(client.access, { ...fromEuro, ...toEther });
    let { uuid } = body;
    for (let count = 0; count < 2; count += 1) {
      await letResend();
      const sent = await resend(client, uuid);
      expect(sent.body.success).toBe(1);
      ({ uuid } = sent.body);
    }
    await letResend();
    const last = await resend(client, uuid);
    expect(last.body).toMatchObject({ success: 0, uuid, errors: [{ code: 'CODE_TOO_MANY' }] });
  });

  test('only a hash of it is kept', async () => {
    const client = await clientWith(10_000n);
    await world.buy(client.access, { ...fromEuro, ...toEther });
    const code = await codeOf(client);
    const rows = await world.context.db.selectFrom('orderConfirmations').selectAll().execute();
    expect(JSON.stringify(rows.map((row) => row.codeHash.toString('latin1')))).not.toContain(code);
  });
});

async function letResend(): Promise<void> {
  await world.context.db
    .updateTable('orderConfirmations')
    .set({ resendAt: new Date(0) })
    .execute();
}

const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const appCode = (ahead = 0) => generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + ahead });

async function turnOnTwoFactor({ clientId }: SignedInClient): Promise<void> {
  const password = 'correct horse battery';
  await savePassword(world.context.db, clientId, await hashPassword(password));
  const enable = () => enableTwoFactor(world.context, { clientId, key: secret, code: appCode(-30), password });
  const first = await enable();
  // The thirty seconds of a code may end while the password is checked.
  const on = 'recoveryCodes' in first ? first : await enable();
  expect(on).toMatchObject({ recoveryCodes: expect.any(Array) });
}

const addedDaysAgo = (client: SignedInClient, days: number) =>
  guardPayouts(world.context.db, client.clientId, new Date(Date.now() - days * 24 * 3_600_000));

test('A-015 with two-factor on the code is the authenticator’s, which approves once; no e-mail brings one', async () => {
  const client = await clientWith(15_000n);
  await turnOnTwoFactor(client);
  await addedDaysAgo(client, 1);
  const { body, order } = await world.buy(client.access, { ...fromEuro, ...toEther });
  expect(order['confirmation']).toMatchObject({ code_from: 'authenticator' });
  expect(await codeOf(client)).toBe('');
  const wrong = await approve(client, body.uuid, appCode() === '111111' ? '222222' : '111111');
  const text = 'That code doesn’t match, or it was used already. Use the next one your app shows.';
  expect(wrong.body).toMatchObject({ success: 0, errors: [{ code: 'CODE_WRONG', field: 'code', text }] });
  const right = appCode();
  expect((await approve(client, body.uuid, right)).body.success).toBe(1);
  expect((await approve(client, body.uuid, right)).body.success).toBe(1);
  expect((await world.read(order.nice_id, client.access)).status).toBe('finished');
  const second = await world.buy(client.access, { ...fromEuro, ...toEther, payin_amount: '50' });
  expect((await approve(client, second.body.uuid, right)).body.success).toBe(0);
});

describe('a sensitive act needs a fresh proof', () => {
  test('for a day a new authenticator approves nothing alone: the e-mailed code is required besides it', async () => {
    const client = await clientWith(15_000n);
    await turnOnTwoFactor(client);
    const { body, order } = await world.buy(client.access, { ...fromEuro, ...toEther });
    expect(order['confirmation']).toMatchObject({ code_from: 'email' });
    const mailed = await codeOf(client);
    const refused = async (code: string, more: Record<string, string> = {}) =>
      (await approve(client, body.uuid, code, more)).body.errors[0];
    expect(await refused(appCode())).toMatchObject({ code: 'CODE_WRONG', field: 'code' });
    expect(await refused(mailed)).toMatchObject({ code: 'TWO_FACTOR_REQUIRED', field: 'second_code' });
    const bad = appCode() === '111111' ? '222222' : '111111';
    expect(await refused(mailed, { second_code: bad })).toMatchObject({
      code: 'TWO_FACTOR_WRONG',
      field: 'second_code',
    });
    expect((await world.read(order.nice_id, client.access)).status).toBe('confirmation_pending');
    expect((await approve(client, body.uuid, mailed, { second_code: appCode() })).body.success).toBe(1);
    expect((await world.read(order.nice_id, client.access)).status).toBe('finished');
  });

  test('a code of before a factor was added approves nothing any more, and the next one is guarded', async () => {
    const [mailed, replaced] = [await clientWith(10_000n), await clientWith(10_000n)];
    const sent = (await world.buy(mailed.access, { ...fromEuro, ...toEther })).body;
    const code = await codeOf(mailed);
    await turnOnTwoFactor(mailed);
    expect((await approve(mailed, sent.uuid, code)).body.errors).toMatchObject([{ code: 'CODE_EXPIRED' }]);

    await turnOnTwoFactor(replaced);
    await addedDaysAgo(replaced, 1);
    const { body, order } = await world.buy(replaced.access, { ...fromEuro, ...toEther });
    expect(order['confirmation']).toMatchObject({ code_from: 'authenticator' });
    // A new authenticator takes the place of the one that the order was to be approved by.
    await addedDaysAgo(replaced, 0);
    expect((await approve(replaced, body.uuid, appCode())).body.errors).toMatchObject([{ code: 'CODE_EXPIRED' }]);
    await letResend();
    const next = (await resend(replaced, body.uuid)).body.uuid;
    const withCode = await codeOf(replaced);
    expect((await approve(replaced, next, withCode)).body.errors).toMatchObject([{ code: 'TWO_FACTOR_REQUIRED' }]);
    expect((await approve(replaced, next, withCode, { second_code: appCode() })).body.success).toBe(1);
  });
});

test('A-113 with e-mails about orders off only the one that needs an answer is written', async () => {
  const client = await clientWith(15_000n);
  await world.context.db
    .updateTable('clients')
    .set({ isOrderLetters: false })
    .where('clientId', '=', client.clientId)
    .execute();
  const { body } = await world.buy(client.access, { ...fromEuro, ...toEther });
  const code = await codeOf(client);
  expect((await approve(client, body.uuid, code)).body.success).toBe(1);
  await world.work();
  expect((await world.sandbox.inbox(client.email)).map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^\d{6} approves/),
  ]);
});
