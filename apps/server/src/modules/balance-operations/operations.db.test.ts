import { encodeForm, type FormValues } from '@causeway/contract/wire/encode-form';
import { runSql } from '@causeway/testing/run-sql';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { createApi } from '../../app.ts';
import { worthThen } from '../balance/worth.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld, type SignedInClient } from '../orders/fixtures/open-order-world.ts';

const world = await openOrderWorld();
await world.fundWallet('1');
afterEach(() => expectSound(world));
let app: Awaited<ReturnType<typeof createApi>>;
beforeAll(async () => {
  app = await createApi({ ...world.context, config: { ...world.context.config, RATE_LIMIT: 'off' } });
});

const operation = z.strictObject({
  nice_id: z.string(),
  created_at: z.int(),
  type: z.string(),
  status: z.string(),
  currency: z.string(),
  amount: z.string(),
  worth: z.string(),
  fee: z.string(),
  tx_link: z.string(),
  deposit: z.null(),
});
const historySeen = z.strictObject({
  data: z.array(operation),
  records_filtered: z.int(),
  records_total: z.int(),
  worth_currency: z.string(),
});

const headers = (access: string, type: string) => ({
  'content-type': type,
  'x-requested-with': 'XMLHttpRequest',
  'x-authorization': `Bearer ${access}`,
});

async function post(url: string, { access }: SignedInClient, fields: FormValues) {
  const form = headers(access, 'application/x-www-form-urlencoded');
  return app.inject({ method: 'POST', url, headers: form, payload: encodeForm(fields).toString() });
}

async function history(client: SignedInClient, fields: FormValues = {}) {
  const { body } = await post('/balance/history', client, fields);
  if (!body.startsWith('{"data"')) throw new Error(body);
  return historySeen.parse(JSON.parse(body));
}

async function favorites({ access }: SignedInClient, body: Readonly<Record<string, readonly string[]>>) {
  const json = headers(access, 'application/json');
  const response = await app.inject({ method: 'POST', url: '/balance/set_favorites', headers: json, payload: body });
  return z.record(z.string(), z.unknown()).parse(response.json());
}

const overview = async (client: SignedInClient) =>
  z.record(z.string(), z.unknown()).parse((await post('/balance', client, {})).json());

async function codeOf({ email }: SignedInClient): Promise<string> {
  await world.work();
  const messages = await world.sandbox.inbox(email);
  return messages.flatMap(({ subject }) => /^(\d{6}) approves/.exec(subject ?? '')?.[1] ?? [])[0] ?? '';
}

const fromEuro = { payin_currency: 'EUR', payin_group: 'balance' };
const hold = (client: SignedInClient, amount: string, to = { payout_currency: 'BTC', payout_group: 'bitcoin' }) =>
  world.buy(client.access, { ...fromEuro, payin_amount: amount, ...to });

async function approve(client: SignedInClient, uuid: string): Promise<void> {
  const captcha = await world.sandbox.captchaToken('code');
  const fields = { uuid, code: await codeOf(client), 'g-recaptcha-response': captcha };
  const answer = await world.call('/order/approve_withdrawal', fields, client.access);
  expect(answer.body.success).toBe(1);
}

describe('C-38, 3-50 the operations of a balance', () => {
  test('what came, was held, sent and returned is listed, the newest first, and sums to the balance', async () => {
    const client = await world.signInClient();
    await world.giveBalance(client, 90_000n, 'EUR');
    const { body, order: sent } = await hold(client, '200');
    await approve(client, body.uuid);
    await world.work();
    await world.sandbox.mine('bitcoin', 2);
    await vi.waitUntil(
      async () => {
        await world.work({ isEarly: true });
        return (await world.read(sent.nice_id, client.access)).status === 'finished';
      },
      { timeout: 90_000 },
    );
    const bought = await hold(client, '100', { payout_currency: 'ETH', payout_group: 'balance' });
    await approve(client, bought.body.uuid);
    const { order: canceled } = await hold(client, '50');
    await world.call(`/onramp/o/${canceled.nice_id}/cancel`, {}, client.access);
    const { order: open } = await hold(client, '30');

    const { data, ...counts } = await history(client);
    expect(counts).toEqual({ records_filtered: 7, records_total: 7, worth_currency: 'EUR' });
    const reported = data.map(({ nice_id: id, type, status, currency, amount }) => [
      id,
      type,
      status,
      currency,
      amount,
    ]);
    expect(reported).toEqual([
      [open.nice_id, 'exchange', 'pending', 'EUR', '-30.00'],
      [canceled.nice_id, 'refund', 'finished', 'EUR', '50.00'],
      [canceled.nice_id, 'exchange', 'canceled', 'EUR', '-50.00'],
      [bought.order.nice_id, 'exchange', 'finished', 'ETH', expect.stringMatching(/^0\.0/)],
      [bought.order.nice_id, 'exchange', 'finished', 'EUR', '-100.00'],
      [sent.nice_id, 'exchange', 'finished', 'EUR', '-200.00'],
      ['', 'other', 'finished', 'EUR', '900.00'],
    ]);
    expect(data[5]?.tx_link).toContain((await world.read(sent.nice_id, client.access)).txid);
    expect(data[5]?.fee).toMatch(/^[1-9]\d*\.\d\d$/);
    expect([data[1]?.fee, data[2]?.fee, data[6]?.fee, data[6]?.tx_link]).toEqual(['', '', '', '']);
    const cents = data
      .filter(({ currency }) => currency === 'EUR')
      .map(({ amount }) => BigInt(amount.replace('.', '')));
    expect(cents.reduce((sum, amount) => sum + amount, 0n)).toBe(57_000n);
    expect(await overview(client)).toMatchObject({ balances: { EUR: { amount: '570.00', hold_amount: '30.00' } } });
  });

  test('5-E coins are shown with their worth on their day, in the client’s money; one statement for a page', async () => {
    const client = await world.signInClient();
    await world.giveBalance(client, 50_000_000n, 'BTC');
    await world.giveBalance(client, 100n, 'EUR');
    await world.giveBalance(client, 7n * 10n ** 18n, 'ETH');
    const today = world.context.clock.now().toISOString().slice(0, 10);
    const setPrice = (asset: string, eur: string) =>
      runSql(world.ownerUrl, `insert into daily_prices values ('${asset}', '${today}', ${eur}::numeric * 1e18)`);
    await runSql(world.ownerUrl, 'delete from daily_prices');
    await setPrice('BTC', '20000.01');
    const worth = async () => {
      const { data, worth_currency: currency } = await history(client);
      return [currency, ...data.map((row) => [row.currency, row.worth].join(' '))];
    };
    expect(await worth()).toEqual(['EUR', 'ETH ', 'EUR ', 'BTC 10000.00']);
    await post('/balance/set_primary', client, { currency: 'USD' });
    expect(await worth(), 'without a price of the money').toEqual(['USD', 'ETH ', 'EUR ', 'BTC ']);
    await setPrice('USD', '0.8');
    expect(await worth()).toEqual(['USD', 'ETH ', 'EUR ', 'BTC 12500.00']);
    await post('/balance/set_primary', client, { currency: 'BTC' });
    expect(await worth()).toEqual(['EUR', 'ETH ', 'EUR ', 'BTC 10000.00']);
    expect(await overview(client)).toMatchObject({ worth_currency: 'EUR', balances: { EUR: { worth: '' } } });

    await runSql(world.ownerUrl, `insert into daily_prices values ('BTC', date '${today}' - 1, 30000 * 1e18)`);
    const [now, aDay] = [world.context.clock.now().getTime(), 24 * 3600_000];
    const moved = [0, 1, 2].map((days) => ({
      currency: 'BTC',
      amount: -50_000_000n,
      createdAt: new Date(now - days * aDay),
    }));
    const { db } = world.context;
    expect(await worthThen(db, 'EUR', moved), 'each by its own day').toEqual(['10000.00', '15000.00', '']);
  });

  test('3-51, A-111 filters by time, type and status, and pages by start and length', async () => {
    const client = await world.signInClient();
    for (let turn = 0; turn < 24; turn += 1) await world.giveBalance(client, 10_000n, 'EUR');
    await hold(client, '40');
    const first = await history(client);
    expect(first.data).toHaveLength(20);
    expect(first.records_total).toBe(25);
    const rest = await history(client, { start: '20', length: '20' });
    expect(rest.data).toHaveLength(5);
    expect((await history(client, { start: '25' })).data).toEqual([]);
    expect((await history(client, { type: 'exchange' })).data).toHaveLength(1);
    expect((await history(client, { type: 'withdrawal' })).data).toEqual([]);
    expect(await history(client, { type: ['withdrawal', 'deposit'], status: 'finished' })).toEqual({
      data: [],
      records_filtered: 0,
      records_total: 25,
      worth_currency: 'EUR',
    });
    expect((await history(client, { status: ['pending'] })).records_filtered).toBe(1);
    const today = new Date().toISOString().slice(0, 10);
    expect((await history(client, { timeFrom: today, timeTo: today })).records_filtered).toBe(25);
    expect((await history(client, { timeTo: '2020-01-01' })).records_filtered).toBe(0);
    expect((await post('/balance/history', client, { type: 'theft' })).statusCode).toBe(400);
    expect((await post('/balance/history', client, { length: '101' })).statusCode).toBe(400);
  });

  test('another client’s operations are not there, nor is the number of its order', async () => {
    const [owner, other] = [await world.signInClient(), await world.signInClient()];
    await world.giveBalance(owner, 10_000n, 'EUR');
    const { order } = await hold(owner, '50');
    expect(await history(other)).toEqual({ data: [], records_filtered: 0, records_total: 0, worth_currency: 'EUR' });
    // An entry of an order that is another’s, as a partner is paid by it.
    await world.giveBalance(other, 1n, 'EUR');
    expect(JSON.stringify(await history(other))).not.toContain(order.nice_id);
  });

  test.each([
    ['written', `insert into balance_operations select * from balance_operations limit 1`],
    ['changed', `update balance_operations set amount = amount + 1`],
    ['deleted', `delete from balance_operations`],
  ])('is %s by the ledger alone', async (_how, statement) => {
    const client = await world.signInClient();
    await world.giveBalance(client, 10_000n, 'EUR');
    await expect(sql.raw(statement).execute(world.context.db)).rejects.toThrow(/never changed|permission denied/);
  });
});

describe('A-108 how a balance is shown', () => {
  test('C-39, 7-28 favourites are kept in their order, each once, and replace the former', async () => {
    const client = await world.signInClient();
    await favorites(client, { favorite_currencies: ['ETH', 'EUR'], favorite_groups: [] });
    const asked = { favorite_currencies: ['BTC', 'EUR', 'BTC'], favorite_groups: ['bitcoin'] };
    const kept = { favorite_currencies: ['BTC', 'EUR'], favorite_groups: ['bitcoin'] };
    expect(await favorites(client, asked)).toEqual({ success: 1, ...kept, errors: [] });
    expect(await overview(client)).toMatchObject(kept);
    for (const wrong of [{ favorite_currencies: ['XXX'] }, { favorite_groups: ['nowhere'] }])
      expect(await favorites(client, { favorite_currencies: [], favorite_groups: [], ...wrong })).toMatchObject({
        success: 0,
        errors: [{ field: Object.keys(wrong)[0] }],
      });
    expect(await overview(client)).toMatchObject(kept);
    expect(await overview(await world.signInClient())).toMatchObject({ favorite_currencies: [] });
  });

  test('C-40, 7-29 the primary currency changes how totals are shown, and nothing else', async () => {
    const client = await world.signInClient();
    await world.giveBalance(client, 10_000n, 'EUR');
    await favorites(client, { favorite_currencies: ['ETH'], favorite_groups: [] });
    expect((await post('/balance/set_primary', client, { currency: 'BTC' })).json()).toEqual({
      success: 1,
      primary_currency: 'BTC',
      errors: [],
    });
    expect(await overview(client)).toMatchObject({
      primary_currency: 'BTC',
      secondary_currency: 'EUR',
      primary_balance: expect.stringMatching(/^0\.00\d{6}$/),
      secondary_balance: '100.00',
      balances: { EUR: { amount: '100.00' } },
      favorite_currencies: ['ETH'],
    });
    expect((await post('/balance/set_primary', client, { currency: 'RWD' })).json()).toMatchObject({
      success: 0,
      errors: [{ code: 'CURRENCY_UNKNOWN', field: 'currency' }],
    });
    expect((await history(client)).records_total).toBe(1);
  });
});
