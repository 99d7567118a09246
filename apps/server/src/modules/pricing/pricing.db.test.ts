import { createTestDatabase } from '@causeway/testing/create-test-database';
import { ManualClock } from '@causeway/testing/manual-clock';
import { getCalculation } from '@causeway/contract/calls/get-calculation';
import { getConfig } from '@causeway/contract/calls/get-config';
import { fromWireNames, type Json } from '@causeway/contract/wire/convert-keys';
import Fastify from 'fastify';
import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { noBudgets } from '../../budgets/create-budgets.ts';
import { readConfig } from '../../config/config.ts';
import type { AppContext } from '../../context.ts';
import { createDatabase } from '../../database/create-database.ts';
import { createLog } from '../../log.ts';
import { answerErrors } from '../../plugins/errors.ts';
import { createAcquirers } from '../../providers/acquirer/create-acquirers.ts';
import { createBank } from '../../providers/bank/bank-api.ts';
import { createBitcoinCore } from '../../providers/bitcoin/bitcoin-core.ts';
import { createSiteverify } from '../../providers/captcha/siteverify.ts';
import { createHttpSms } from '../../providers/sms/http-sms.ts';
import { createProcessCleaner } from '../../providers/document-cleaner/process-cleaner.ts';
import { createDocumentStore } from '../../providers/document-store/create-store.ts';
import { createFileVault } from '../../providers/key-vault/file-vault.ts';
import { createEvmNode } from '../../providers/evm/json-rpc-node.ts';
import { createSmtpMailer } from '../../providers/mail/smtp-mailer.ts';
import { seedPrices } from '../currencies/seed-prices.ts';
import { countMoney } from '../limits/store.ts';
import { seedLimits } from '../limits/seed-limits.ts';
import { createTexts } from '../locales/create-texts.ts';
import { createRateBook } from '../rates/create-rate-book.ts';
import { priceLimits } from '../rates/judge-prices.ts';
import { repriceAtPayment } from './rules.ts';
import { findCurrentRate } from '../settlement/decide-money.ts';
import { type PriceOrderInput, priceOrder, requireOrderable } from './price-order.ts';
import { calculationRoutes, openQuote } from './quote.ts';
import { quoteRecord } from './quote-record.ts';
import { pricingRoutes } from './routes.ts';
import { sampleSnapshot } from './fixtures/sample-prices.ts';

const database = await createTestDatabase();
const config = readConfig({});
const clock = new ManualClock();
const log = createLog('silent');
const db = createDatabase(database.url, { poolSize: 4 });
let snapshot = sampleSnapshot(clock.now());
const market = { getPrices: () => Promise.resolve(snapshot) };
const rates = createRateBook({
  market,
  clock,
  log,
  limits: priceLimits(config),
  readReferences: async () => new Map(),
});
const context: AppContext = {
  config,
  live: {
    open() {
      throw new Error('Prices open no stream.');
    },
    drain: () => undefined,
  },
  db,
  recent: { read: async (work) => work(db) },
  clock,
  log,
  rates,
  random: { bytes: (length) => randomBytes(length) },
  jobs: {
    enqueue: () => Promise.resolve(),
    enqueueAll: () => Promise.resolve(),
    gather() {
      throw new Error('Prices queue nothing.');
    },
  },
  texts: createTexts(log),
  providers: {
    acquirers: createAcquirers(config),
    bank: createBank(config),
    bitcoin: createBitcoinCore(config),
    documentCleaner: createProcessCleaner({ atOnce: 1, waitingMax: 1, waitMaxMs: 1000 }),
    documentStore: createDocumentStore(config),
    identityCheck: undefined,
    keyVault: createFileVault(config.DATA_DIR),
    evm: createEvmNode(config),
    otherEvm: new Map(),
    captcha: createSiteverify(config),
    idTokens: { read: () => Promise.resolve(undefined) },
    mailer: createSmtpMailer(config),
    market,
    push: { web: undefined, app: undefined },
    sanctions: { find: () => Promise.resolve([]) },
    sms: createHttpSms(config),
    virusScanner: undefined,
  },
  budgets: noBudgets,
  gate: {
    identify: (header) =>
      Promise.resolve(
        header === undefined ? { kind: 'visitor' } : { kind: 'client', clientId: header, sessionId: 'session' },
      ),
    verifyCaptcha: () => Promise.resolve(),
  },
};
const app = Fastify({ routerOptions: { querystringParser: () => ({}) } });

beforeAll(async () => {
  answerErrors(app, context);
  pricingRoutes(app, context);
  calculationRoutes(app, context);
  await seedPrices(context);
  await seedLimits(context);
  await db.updateTable('paymentOptions').set({ state: 'paused' }).where('groupCode', '=', 'wallet').execute();
  await rates.refresh();
});
afterAll(async () => {
  await app.close();
  context.providers.mailer.close();
  await db.destroy();
});
afterEach(async () => {
  await setSnapshot(sampleSnapshot(clock.now()));
});

async function setSnapshot(next: typeof snapshot): Promise<void> {
  snapshot = next;
  await rates.refresh();
}

const pair = 'payin_currency=EUR&payin_group=card&payout_currency=BTC&payout_group=bitcoin';

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await app.inject({ method: 'GET', url: path, headers });
  const body: Json = response.json();
  return { status: response.statusCode, body };
}

async function calc(query: string, headers: Record<string, string> = {}) {
  const { status, body } = await get(`/onramp/calc?${query}`, headers);
  expect(status).toBe(200);
  return getCalculation.answer.parse(fromWireNames(body));
}

async function addClient(level: string, isBasicVerifyEnabled = true): Promise<string> {
  const clientId = randomUUID();
  await db
    .insertInto('clients')
    .values({
      clientId,
      niceId: clientId,
      email: `${clientId}@example.com`,
      passwordHash: 'x',
      level,
      isBasicVerifyEnabled,
      agreedTermsAt: clock.now(),
      createdAt: clock.now(),
    })
    .execute();
  return clientId;
}

async function addOrder(clientId: string, payinAmountEur: bigint, status: string, createdAt: Date): Promise<void> {
  const price = { payinCurrency: 'EUR', payinGroup: 'card', payoutCurrency: 'BTC', payoutGroup: 'bitcoin' };
  const amounts = { payinAmount: payinAmountEur, payoutAmount: 1n, isFloatingRate: true, pricing: '{}' };
  const quoteId = randomUUID();
  const times = { createdAt, expiresAt: createdAt };
  await db
    .insertInto('quotes')
    .values({ quoteId, isPayoutTyped: false, ...price, ...amounts, ...times })
    .execute();
  await db
    .insertInto('orders')
    .values({
      orderId: quoteId,
      niceId: quoteId,
      clientId,
      quoteId,
      status,
      payinAmountEur,
      payinAmountUsd: payinAmountEur,
      ...price,
      ...amounts,
      ...times,
      payinDeadline: createdAt,
      destinationAddress: 'x',
      language: 'en',
      email: 'x',
    })
    .execute();
  if (status !== 'finished') return;
  const use = { amount: payinAmountEur, promised: payinAmountEur, limit: undefined };
  const account = { orderId: quoteId, clientId, isMerchant: false, now: createdAt };
  await countMoney(db, account, [
    { currency: 'EUR', ...use },
    { currency: 'USD', ...use },
  ]);
}

describe('a live server is strict: signing and sealing keys rotate with an overlap', () => {
  test('a price that the old secret signed is good until the secret is taken away', async () => {
    const { calc: price } = await calc(`${pair}&payin_amount=250&is_floating_rate=0`);
    const opened = async (next: typeof config) => openQuote({ config: next, clock }, db, price.quote ?? '');
    const next = { ...config, ACCESS_TOKEN_SECRET: 'a-new-sandbox-secret-of-forty-signs-0123' };
    expect(await opened(config)).toMatchObject({ record: { isFloatingRate: false } });
    expect(await opened({ ...next, PREVIOUS_ACCESS_TOKEN_SECRETS: [config.ACCESS_TOKEN_SECRET] })).toEqual(
      await opened(config),
    );
    expect(await opened(next)).toBeUndefined();
  });
});

describe('C-04 price', () => {
  test('250 EUR by card to Bitcoin, floating: each fee, what is exchanged, the pay-out', async () => {
    const { calc: price, errors, limits } = await calc(`${pair}&payin_amount=250`);
    expect(errors).toEqual([]);
    expect(limits).toEqual({ isAuthorized: 0, clientLevel: 'unverified', verificationRequired: ['email'] });
    // 58250.10 and 0.1 % of spread: 58308.3501, shown dearer; 0.00004 BTC cost 2.332… EUR.
    expect(price).toMatchObject({
      payinAmount: '250.00',
      payoutAmount: '0.00411879',
      payinAmountEur: '250.00',
      payinMethod: 'card',
      payinSubMethod: 'card_one',
      payoutMethod: 'bitcoin',
      payoutSubMethod: 'bitcoin',
      canSwitch: 1,
      canFreeFirst: 0,
      isServiceFree: 0,
      isFloatingRate: 1,
      payinMinAmount: '30.00',
      payinMaxAmount: '5000.00',
      durationMinutes: 10,
      coupons: [],
    });
    expect(price.details).toEqual({
      payinCurrency: 'EUR',
      payoutCurrency: 'BTC',
      marginPercent: '1.4000',
      payinPercent: '1.5000',
      payinFixed: '0.25',
      payinMinFee: '0.00',
      payoutPercent: '0.0000',
      payoutFixed: '0.00004000',
      payoutMinFee: '0.00000000',
      payinFee: '4.00',
      serviceFee: '3.50',
      payoutFeeInPayin: '2.34',
      totalFee: '9.84',
      exchangedAmount: '240.16',
      rate: '58308.36',
      rateBase: 'BTC',
      rateQuote: 'EUR',
      purchaseRate: '60697.44',
    });
  });

  test('a fixed rate costs more than a floating one', async () => {
    const floating = await calc(`${pair}&payin_amount=250&is_floating_rate=1`);
    const fixed = await calc(`${pair}&payin_amount=250&is_floating_rate=0`);
    expect(fixed.calc.isFloatingRate).toBe(0);
    expect(Number(fixed.calc.payoutAmount)).toBeLessThan(Number(floating.calc.payoutAmount));
  });

  test.each(['0.00411879', '0.00100000', '0.05123457'])(
    'typed pay-out %s: paying the answer gives no less',
    async (amount) => {
      const typed = await calc(`${pair}&payout_amount=${amount}&is_payout_calc=1`);
      expect(typed.errors).toEqual([]);
      expect(typed.calc.payoutAmount).toBe(amount);
      const paid = await calc(`${pair}&payin_amount=${typed.calc.payinAmount}`);
      expect(Number(paid.calc.payoutAmount)).toBeGreaterThanOrEqual(Number(amount));
      const cheaper = (Number(typed.calc.payinAmount) - 0.01).toFixed(2);
      const less = await calc(`${pair}&payin_amount=${cheaper}`);
      expect(Number(less.calc.payoutAmount)).toBeLessThan(Number(amount));
      // The same fees to the cent; only the rounding differs.
      expect(paid.calc.details).toEqual({ ...typed.calc.details, purchaseRate: paid.calc.details?.purchaseRate });
    },
  );

  test('the amount typed last decides; an empty one travels as 0', async () => {
    expect((await calc(`${pair}&payin_amount=0&payout_amount=0.01`)).calc.payoutAmount).toBe('0.01000000');
    expect((await calc(`${pair}&payin_amount=100&payout_amount=0`)).calc.payinAmount).toBe('100.00');
  });

  test('without groups the first that takes orders is meant', async () => {
    const { calc: price } = await calc('payin_currency=EUR&payout_currency=BTC&payin_amount=250');
    expect([price.payinMethod, price.payoutMethod]).toEqual(['card', 'bitcoin']);
  });

  test.each([
    ['of two that are paid with and paid out', 'payin_currency=EUR&payout_currency=BTC', 1],
    ['the other way round', 'payin_currency=BTC&payout_currency=EUR', 1],
    ['of one that nothing is paid with', 'payin_currency=EUR&payout_currency=SOL', 0],
    ['of an unknown one', 'payin_currency=EUR&payout_currency=NONE', 0],
  ])(
    'A-027 the sides can be switched only where both currencies stand on the other side: %s',
    async (_name, query, can) => {
      expect((await calc(query)).calc.canSwitch).toBe(can);
    },
  );

  test.each<[why: string, query: string, expected: object[]]>([
    ['below the least', `${pair}&payin_amount=10`, [{ code: 'AMOUNT_MIN', field: 'payin_amount', type: 'danger' }]],
    ['so little that fees eat it', `${pair}&payin_amount=0.01`, [{ code: 'AMOUNT_MIN', field: 'payin_amount' }]],
    ['above the most', `${pair}&payin_amount=5000.01`, [{ code: 'AMOUNT_MAX', field: 'payin_amount' }]],
    ['thirty digits', `${pair}&payin_amount=${'9'.repeat(30)}`, [{ code: 'AMOUNT_MAX' }]],
    ['thirty digits typed as pay-out', `${pair}&payout_amount=${'9'.repeat(30)}`, [{ code: 'AMOUNT_MAX' }]],
    ['too many decimals', `${pair}&payin_amount=1.001`, [{ code: 'AMOUNT_INVALID', field: 'payin_amount' }]],
    ['nothing typed', pair, [{ code: 'REQUIRED', field: 'payout_amount' }]],
    ['zero typed', `${pair}&payin_amount=0.00`, [{ code: 'REQUIRED', field: 'payout_amount' }]],
    [
      'an unknown currency',
      `${pair.replace('BTC', 'ABC')}&payin_amount=250`,
      [{ code: 'CURRENCY_UNKNOWN', field: 'payout_currency' }],
    ],
    [
      'a currency of the other side',
      'payin_currency=XRP&payout_currency=BTC&payin_amount=1',
      [{ code: 'CURRENCY_UNKNOWN', field: 'payin_currency' }],
    ],
    [
      'an unknown group',
      `${pair.replace('card', 'cash')}&payin_amount=250`,
      [{ code: 'GROUP_UNKNOWN', field: 'payin_group' }],
    ],
    [
      'another network',
      `${pair.replace('=bitcoin', '=tron')}&payin_amount=250`,
      [{ code: 'GROUP_UNKNOWN', field: 'payout_group' }],
    ],
    ['no currency', 'payin_amount=250&payout_currency=BTC', [{ code: 'REQUIRED', field: 'payin_currency' }]],
    [
      'a paused pay-out',
      'payin_currency=EUR&payout_currency=USDTTRC20&payin_amount=250',
      [{ code: 'PAYOUT_PAUSED', field: 'payout_group' }],
    ],
    [
      'a paused pay-in',
      `${pair.replace('card', 'wallet')}&payin_amount=250`,
      [{ code: 'PAYIN_PAUSED', field: 'payin_group' }],
    ],
    ['nothing at all', '', [{ code: 'REQUIRED' }, { code: 'REQUIRED' }, { code: 'REQUIRED' }]],
  ])('%s is answered with its error', async (_why, query, expected) => {
    const { errors } = await calc(query);
    expect(errors).toHaveLength(expected.length);
    for (const [index, item] of expected.entries()) expect(errors[index]).toMatchObject(item);
    for (const { text } of errors) expect(text).not.toMatch(/^tpl:/);
  });

  test('an amount error says what to use instead', async () => {
    expect((await calc(`${pair}&payin_amount=10`)).errors[0]?.text).toContain('30 EUR');
    expect((await calc(`${pair}&payin_amount=10000`)).errors[0]?.text).toContain('5\u00A0000 EUR');
  });

  test('a payout has its own limits, shown as pay-in', async () => {
    await db
      .updateTable('paymentOptions')
      .set({ minAmount: 200_000n, maxAmount: 1_000_000n })
      .where('currency', '=', 'BTC')
      .execute();
    clock.advance(1001);
    const { calc: price } = await calc(`${pair}&payin_amount=250`);
    expect(Number(price.payinMinAmount)).toBeGreaterThan(100);
    const least = await calc(`${pair}&payin_amount=${price.payinMinAmount}`);
    const most = await calc(`${pair}&payin_amount=${price.payinMaxAmount}`);
    expect([...least.errors, ...most.errors]).toEqual([]);
    expect(Number(least.calc.payoutAmount)).toBeGreaterThanOrEqual(0.002);
    expect(Number(most.calc.payoutAmount)).toBeLessThanOrEqual(0.01);
    await db
      .updateTable('paymentOptions')
      .set({ minAmount: 20_000n, maxAmount: 100_000_000n })
      .where('currency', '=', 'BTC')
      .execute();
    clock.advance(1001);
  });

  test('options are data: a fee changed in the database counts within a second', async () => {
    await db
      .updateTable('paymentOptions')
      .set({ feeMin: 10_00n })
      .where('currency', '=', 'EUR')
      .where('groupCode', '=', 'card')
      .execute();
    clock.advance(1001);
    expect((await calc(`${pair}&payin_amount=250`)).calc.details?.payinFee).toBe('10.00');
    await db
      .updateTable('paymentOptions')
      .set({ feeMin: 0n })
      .where('currency', '=', 'EUR')
      .where('groupCode', '=', 'card')
      .execute();
    clock.advance(1001);
  });

  test('prices older than the settings allow are no prices', async () => {
    clock.advance(31_000);
    const { calc: price, errors } = await calc(`${pair}&payin_amount=250`);
    expect(errors).toMatchObject([{ code: 'RATE_UNAVAILABLE', field: '' }]);
    expect(price).toMatchObject({ payinAmount: '250.00', payoutAmount: '', details: null });
  });

  test('a coupon is unknown, in the caller’s language', async () => {
    const { calc: price } = await calc(`${pair}&payin_amount=250&coupon=%20SPRING%20`, { 'accept-language': 'es' });
    expect(price.coupons).toEqual([
      { code: 'SPRING', info: '', error: 'No conocemos este cupón.', warning: '', active: 0 },
    ]);
  });
});

describe('9-44, A-086 limits', () => {
  const byCard = (amount: string, clientId: string) =>
    calc(`${pair}&payin_amount=${amount}`, { 'x-authorization': clientId });

  test('a confirmed e-mail allows an order within its limit', async () => {
    const { limits, errors } = await byCard('250', await addClient('email_phone'));
    expect(limits).toEqual({ isAuthorized: 1, clientLevel: 'email_phone', verificationRequired: [] });
    expect(errors).toEqual([]);
  });

  test('past it the next kind is required, as information', async () => {
    const { limits, errors } = await byCard('1000.01', await addClient('email_phone'));
    expect(limits.verificationRequired).toEqual(['basic']);
    expect(errors).toMatchObject([{ code: 'LIMIT_EXCEEDED', type: 'info', field: 'payin_amount' }]);
  });

  test('on basic it has its own code', async () => {
    const { limits, errors } = await byCard('2000.01', await addClient('basic'));
    expect(limits.verificationRequired).toEqual(['identity']);
    expect(errors).toMatchObject([{ code: 'BASIC_LIMIT_EXCEEDED', type: 'info' }]);
  });

  test('the next level is offered where it would allow the order', async () => {
    const byTransfer = (amount: string, clientId: string) =>
      calc(`payin_currency=EUR&payin_group=sepa&payout_currency=BTC&payin_amount=${amount}`, {
        'x-authorization': clientId,
      });
    const clientId = await addClient('identity');
    expect((await byTransfer('6000', clientId)).errors[0]?.text).toContain('Verify yourself to pay up to 20');
    expect((await byTransfer('25000', clientId)).errors[0]?.text).toContain('You can pay up to 5');
    await addOrder(clientId, 4_000_000n, 'finished', clock.now());
    expect((await byTransfer('10000', clientId)).errors[0]?.text).toContain('Verify yourself to pay up to 10');
  });

  test('none is offered where the method itself takes less', async () => {
    const { errors } = await byCard('6000', await addClient('identity'));
    expect(errors.map(({ code }) => code)).toEqual(['AMOUNT_MAX']);
  });

  test('where light verification is off, identity comes first', async () => {
    const { limits, errors } = await byCard('250', await addClient('email_phone', false));
    expect(limits.verificationRequired).toEqual(['identity']);
    expect(errors).toEqual([]);
  });

  test('money that was accepted uses up the month, orders that came to nothing and earlier months do not', async () => {
    const clientId = await addClient('email_phone');
    await addOrder(clientId, 480_000n, 'finished', clock.now());
    await addOrder(clientId, 480_000n, 'canceled', clock.now());
    await addOrder(clientId, 480_000n, 'finished', new Date('2025-12-31T23:59:59Z'));
    expect((await byCard('200', clientId)).errors).toEqual([]);
    expect((await byCard('200.01', clientId)).errors).toMatchObject([{ code: 'LIMIT_EXCEEDED' }]);
  });

  test('9-16 who pays in dollars has limits in dollars, for the order and for the month', async () => {
    const clientId = await addClient('email_phone');
    const inDollars = (amount: string) =>
      calc(`payin_currency=USD&payin_group=card&payout_currency=BTC&payin_amount=${amount}`, {
        'x-authorization': clientId,
      });
    expect((await inDollars('1000')).errors).toEqual([]);
    const { errors } = await inDollars('1000.01');
    expect(errors).toMatchObject([{ code: 'LIMIT_EXCEEDED' }]);
    expect(errors[0]?.text).toContain('USD');
    await addOrder(clientId, 480_000n, 'finished', clock.now());
    expect((await inDollars('200')).errors).toEqual([]);
    expect((await inDollars('200.01')).errors).toMatchObject([{ code: 'LIMIT_EXCEEDED' }]);
  });

  test('the limit of an order in yen is its value in euro', async () => {
    const clientId = await addClient('email_phone');
    const inYen = (amount: string) =>
      calc(`payin_currency=JPY&payin_group=card&payout_currency=BTC&payin_amount=${amount}`, {
        'x-authorization': clientId,
      });
    expect((await inYen('181000')).errors).toEqual([]);
    expect((await inYen('182000')).errors).toMatchObject([{ code: 'LIMIT_EXCEEDED' }]);
  });
});

describe('what the order engine is given', () => {
  const preorder = {
    payinCurrency: 'EUR',
    payinGroup: 'card',
    payoutCurrency: 'BTC',
    payoutGroup: 'bitcoin',
    payinAmount: '250',
  };
  const input: PriceOrderInput = { preorder, caller: { kind: 'visitor' }, language: 'en' };

  test('a record goes into the database and comes back the same', async () => {
    const { record } = await priceOrder(context, input);
    if (record === undefined) throw new Error('no record');
    const stored: unknown = JSON.parse(JSON.stringify(quoteRecord.encode(record)));
    expect(quoteRecord.parse(stored)).toEqual(record);
  });

  test('repriced at the same rate it is the same price, at a dearer one the client gets less of the same pay-in', async () => {
    const { record } = await priceOrder(context, input);
    if (record === undefined) throw new Error('no record');
    const rate = await findCurrentRate(context, record);
    if (rate === undefined) throw new Error('no rate');
    const { payinAmountEur: payinWorthEur } = record;
    expect(repriceAtPayment(record, rate)).toEqual({ ...record, payinWorthEur });
    const rise = { ...rate.payinEur, numerator: rate.payinEur.numerator * 2n };
    const risen = repriceAtPayment(record, { ...rate, payinEur: rise });
    // A worth is of the moment, limits are of what was promised.
    expect(risen).toMatchObject({ payinAmountEur: payinWorthEur, payinWorthEur: payinWorthEur * 2n });
    const dearer = { ...rate, rate: { ...rate.rate, numerator: rate.rate.numerator * 2n } };
    const repriced = repriceAtPayment(record, dearer);
    expect(repriced?.payinAmount).toBe(record.payinAmount);
    expect(repriced?.payinFee).toBe(record.payinFee);
    expect(repriced?.payoutAmount).toBeLessThan(record.payoutAmount / 2n + 1n);
  });

  test('an order with reasons against it is refused with all of them', async () => {
    const priced = await priceOrder(context, { ...input, preorder: { ...preorder, payinAmount: '10' } });
    expect(() => requireOrderable(priced)).toThrow('AMOUNT_MIN, VERIFICATION_REQUIRED');
    const clientId = await addClient('identity');
    const caller = { kind: 'client', clientId, sessionId: 'session' } as const;
    expect(requireOrderable(await priceOrder(context, { ...input, caller })).payinAmount).toBe(25_000n);
  });
});

describe('C-01 config', () => {
  async function config(query = '', headers: Record<string, string> = {}) {
    const { status, body } = await get(`/onramp/config?${query}`, headers);
    expect(status).toBe(200);
    return getConfig.answer.parse(fromWireNames(body));
  }

  test('A-042 a link that names a pair and no amount opens with one that its pair takes', async () => {
    const { swConfig } = await config();
    const options = (select: typeof swConfig.payinSelect) =>
      select.flatMap(({ groups }) => groups.filter(({ isPaused }) => isPaused === 0));
    const tooLittle: string[] = [];
    for (const [row, payin] of options(swConfig.payinSelect).entries())
      for (const [column, payout] of options(swConfig.payoutSelect).entries()) {
        // Every fourth pair, so that each option of both sides has its turn.
        if ((row + column) % 4 !== 0) continue;
        const side = `payin_currency=${payin.currency}&payin_group=${payin.code}`;
        const { swConfig: site } = await config(
          `${side}&payout_currency=${payout.currency}&payout_group=${payout.code}`,
        );
        const isShort = site.calc.errors.some(({ code }) => code === 'AMOUNT_MIN');
        if (isShort || site.default.payinAmount === '') tooLittle.push(`${side} ${payout.currency} ${payout.code}`);
      }
    expect(tooLittle).toEqual([]);
  });

  test('the default preorder, its price, both pickers and every currency', async () => {
    const { swConfig, currencyConfig } = await config();
    expect(swConfig.default).toEqual({
      payinCurrency: 'EUR',
      payinGroup: 'card',
      payoutCurrency: 'BTC',
      payoutGroup: 'bitcoin',
      payinAmount: '250',
      payoutAmount: '',
    });
    expect(swConfig.calc.errors).toEqual([]);
    expect(swConfig.calc.calc.payoutAmount).not.toBe('');
    expect(swConfig.payinSelect).toHaveLength(22);
    expect(swConfig.payinSelect[0]?.groups.map(({ code, isPaused }) => [code, isPaused])).toEqual([
      ['card', 0],
      ['sepa', 0],
      ['sofort', 0],
      ['wallet', 1],
      ['balance', 0],
    ]);
    expect(swConfig.payinSelect[0]?.groups[0]?.feeText).toBe('1.5% + 0.25 EUR');
    const tether = swConfig.payoutSelect.find(({ name }) => name === 'USDT');
    expect(tether?.groups.map(({ currency, code, token }) => `${currency} ${code} ${token}`)).toEqual([
      'USDT ethereum ERC20',
      'USDT balance ',
      'USDTTRC20 tron TRC20',
      'USDTBEP20 bsc BEP20',
    ]);
    expect(swConfig.groupRules).toEqual([
      {
        currencies: ['BTC', 'ETH', 'USDT', 'USDC', 'USDV'],
        payinGroup: '',
        payoutGroup: 'balance',
        mode: 'deposit',
      },
      {
        currencies: ['EUR', 'USD', 'BTC', 'ETH', 'USDT', 'USDC', 'USDV'],
        payinGroup: 'balance',
        payoutGroup: '',
        mode: 'withdrawal',
      },
    ]);
    expect(currencyConfig['USDTTRC20']).toMatchObject({ name: 'USDT', precision: '6', networkFullname: 'Tron' });
  });

  test.each([
    ['payin_currency=BTC&payin_group=bitcoin&payout_currency=BTC&payout_group=balance&payin_amount=0.1', '0.10000000'],
    ['payin_currency=EUR&payin_group=balance&payout_currency=EUR&payout_group=sepa&payin_amount=100', '100.00'],
  ])('A-031 a deposit or withdrawal has no price and no error: %s', async (query, payinAmount) => {
    const { calc: price, errors } = await calc(query);
    expect(errors).toEqual([]);
    expect(price).toMatchObject({ payinAmount, payoutAmount: '', details: null });
  });

  test('A-031 fiat that is put on its own balance is an order at one to one', async () => {
    const query = 'payin_currency=EUR&payin_group=sepa&payout_currency=EUR&payout_group=balance&payin_amount=100';
    const { calc: price, errors } = await calc(query);
    expect(errors).toEqual([]);
    // 1.4 % of service fee and nothing else.
    expect(price).toMatchObject({ payinAmount: '100.00', payoutAmount: '98.60' });
  });

  test('names of methods are in the caller’s language', async () => {
    const { swConfig } = await config('', { 'accept-language': 'es' });
    expect(swConfig.payinSelect[0]?.groups[0]).toMatchObject({ code: 'card', name: 'Card', localName: 'Tarjeta' });
  });

  test('what the address asks for is the default, with a usual amount of that currency', async () => {
    const yen = await config('payin_currency=JPY&payout_currency=ETH');
    expect(yen.swConfig.default).toMatchObject({
      payinCurrency: 'JPY',
      payinAmount: '5500',
      payoutCurrency: 'ETH',
      payoutGroup: 'ethereum',
    });
    const typed = await config('payout_amount=0.01&is_payout_calc=1');
    expect(typed.swConfig.default).toMatchObject({ payinAmount: '', payoutAmount: '0.01' });
    expect(typed.swConfig.calc.calc.payoutAmount).toBe('0.01000000');
  });

  test('a group without its currency counts: in the usual currency, else in the first that has it', async () => {
    const ofPayin = await config('payin_group=sofort');
    expect(ofPayin.swConfig.default).toMatchObject({ payinCurrency: 'EUR', payinGroup: 'sofort' });
    const ofCoins = await config('payin_group=bitcoin');
    expect(ofCoins.swConfig.default).toMatchObject({ payinCurrency: 'BTC', payinGroup: 'bitcoin' });
    const ofPayout = await config('payout_group=balance');
    expect(ofPayout.swConfig.default).toMatchObject({ payoutCurrency: 'BTC', payoutGroup: 'balance' });
    const elsewhere = await config('payout_group=sepa');
    expect(elsewhere.swConfig.default).toMatchObject({ payoutCurrency: 'EUR', payoutGroup: 'sepa' });
  });

  test('a value that is not on the list is replaced by the settings', async () => {
    const { swConfig } = await config('payin_currency=ABC&payout_currency=RWD&payin_group=cash');
    expect(swConfig.default).toMatchObject({ payinCurrency: 'EUR', payinGroup: 'card', payoutCurrency: 'BTC' });
  });
});

describe('seeding', () => {
  test('seeding again changes nothing an operator has set', async () => {
    await db.updateTable('pricingSettings').set({ marginPercent: 20_000 }).execute();
    await seedPrices(context);
    await seedLimits(context);
    const settings = await db.selectFrom('pricingSettings').select('marginPercent').executeTakeFirst();
    expect(settings?.marginPercent).toBe(20_000);
    await db.updateTable('pricingSettings').set({ marginPercent: 14_000 }).execute();
  });
});

describe('malformed requests', () => {
  const quoted = ['[]', '{}', '{"a":1}', '[1]', "1'--", '<b>1</b>', '∞', '½', '1\u00a0000'];
  const amounts =
    '1e-7 1e999 -0 -1 +1 0x10 1_000 1,000 .5 1. NaN Infinity ١٢ １２ null true 1%20000 %201 1%20 1.2.3 1..2 --1 1%00 %00 %0a1 1%0a %e2%80%ae1 %ff'
      .split(' ')
      .concat('9'.repeat(31), `1.${'0'.repeat(31)}`, quoted.map(encodeURIComponent));

  test.each(amounts.map((amount) => [amount]))(
    'an amount of %s is refused by name and changes nothing',
    async (amount) => {
      for (const field of ['payin_amount', 'payout_amount']) {
        const { status, body } = await get(`/onramp/calc?${pair}&${field}=${amount}`);
        expect(status).toBe(400);
        expect(body).toMatchObject({ success: 0, errors: [{ code: 'FIELD_INVALID', field }] });
      }
    },
  );

  test.each([
    'payin_currency=eur',
    'payin_currency=E',
    'payin_currency=%00',
    'payin_currency[]=EUR',
    'payin_currency=EUR&payin_currency=EUR',
    'payin_currency=EUR&payinCurrency=EUR',
    'payin_currency=__proto__',
    'payin_group=Card',
    'payin_group=constructor%5Bprototype%5D',
    'is_payout_calc=2',
    'is_floating_rate=true',
    `coupon=${'x'.repeat(65)}`,
    'coupon=a%00b',
    'partner_key=x',
    Array.from({ length: 101 }, (_, index) => `a${index}=1`).join('&'),
  ])('%s is refused', async (query) => {
    for (const call of ['calc', 'config']) {
      const { status, body } = await get(`/onramp/${call}?${query}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ success: 0, errors: [{ code: 'FIELD_INVALID' }] });
    }
  });

  test.each(['partner_key=pk_foreign', `widget_params=${encodeURIComponent('{"partner_key":"pk_foreign"}')}`])(
    '%s: the config says that there is no such partner, as the price does',
    async (query) => {
      const { status, body } = await get(`/onramp/config?${query}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        sw_config: { calc: { errors: [{ code: 'PARTNER_UNKNOWN', field: 'partner_key' }] } },
      });
    },
  );

  test.each(['widget_params=%7B', 'widget_params=%5B1%5D', 'widget_params=%7B%22partner_key%22%3A5%7D'])(
    '%s is refused by the config',
    async (query) => {
      expect((await get(`/onramp/config?${query}`)).status).toBe(400);
    },
  );

  test.each(['CONSTRUCTOR', 'TOSTRING', 'XX', 'A'.repeat(16)])('%s is no currency', async (code) => {
    const { errors } = await calc(`payin_currency=${code}&payout_currency=${code}&payin_amount=1`);
    expect(errors.map((item) => item.code)).toEqual(['CURRENCY_UNKNOWN', 'CURRENCY_UNKNOWN']);
  });
});
