import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApi } from '../../app.ts';
import { reserveCounters } from '../../budgets/reserve-attempt.ts';
import { sendEmails } from '../emails/send-emails.ts';
import { queueEmail } from '../emails/queue-email.ts';
import { emailTemplates } from '../emails/templates.ts';
import { answerSeen } from './fixtures/answers-seen.ts';
import { openOrderWorld } from './fixtures/open-order-world.ts';
import { claimOpenOrder } from './insert-order.ts';

const world = await openOrderWorld();
const config = { ...world.context.config, RATE_LIMIT: 'on' as const };
const context = { ...world.context, config };
let app: FastifyInstance;

beforeAll(async () => void (app = await createApi(context)), 60_000);
afterAll(() => app.close());

async function ask(
  path: string,
  fields: Record<string, string>,
  ip = '203.0.113.7',
): Promise<{ status: number; codes: string[] }> {
  const isQuery = path.startsWith('GET ');
  const text = new URLSearchParams(fields).toString();
  const answer = await app.inject({
    method: isQuery ? 'GET' : 'POST',
    url: isQuery ? `${path.slice(4)}?${text}` : path,
    remoteAddress: ip,
    headers: isQuery ? {} : { 'content-type': 'application/x-www-form-urlencoded' },
    ...(isQuery ? {} : { payload: text }),
  });
  return { status: answer.statusCode, codes: answerSeen.parse(answer.json()).errors.map(({ code }) => code) };
}

const pair = {
  payin_currency: 'EUR',
  payin_group: 'card',
  payin_amount: '100',
  payout_currency: 'BTC',
  payout_group: 'bitcoin',
};

/** At the merchant, by a payer without an account. */
const purchase = {
  is_merchant: '1',
  partner_key: 'pk_test_merchant',
  payin_currency: 'EUR',
  payin_group: 'card',
  payin_amount: '0',
  payout_currency: 'USD',
  purchase_amount: '49.90',
  purchase_currency: 'USD',
};

describe('law 5: counted before, not after', () => {
  test('a new order brings no new tries: of codes over six orders fifteen are looked at', async () => {
    const client = await world.signInClient();
    await world.giveBalance(client, 100_000n, 'EUR');
    const codes: string[] = [];
    for (let count = 0; count < 6; count += 1) {
      const { body } = await world.buy(client.access, { payin_group: 'balance', payin_amount: '31' });
      const guess = async () => {
        const captcha = await world.sandbox.captchaToken('code');
        const fields = { uuid: body.uuid, code: '000000', 'g-recaptcha-response': captcha };
        return world.call('/order/approve_withdrawal', fields, client.access);
      };
      for (const answer of await Promise.all(Array.from({ length: 7 }, guess)))
        codes.push(answer.body.errors[0]?.code ?? 'success');
    }
    expect(codes.filter((code) => code === 'CODE_WRONG')).toHaveLength(15);
    expect(codes.filter((code) => code === 'success')).toEqual([]);
  });

  test.each(['GET /onramp/calc', 'GET /onramp/config', '/onramp/coupon'])(
    'coupons at %s: thirty an hour from one network',
    async (path) => {
      const ip = `2001:db8:${path.length}::1`;
      const burst = await Promise.all(
        Array.from({ length: 40 }, (_, index) => ask(path, { ...pair, coupon: `NO${index}` }, ip)),
      );
      expect(burst.filter(({ status }) => status === 429)).toHaveLength(10);
      const neighbour = `2001:db8:${path.length}::beef`;
      expect((await ask(path, { ...pair, coupon: 'WELCOME' }, neighbour)).status).toBe(429);
    },
  );

  test('an existing coupon costs no attempt, nor does one that was answered, however often the price is requested', async () => {
    for (let count = 0; count < 60; count += 1) {
      const coupon = count % 2 === 0 ? 'WELCOME' : 'MISTYPED';
      expect((await ask('GET /onramp/calc', { ...pair, coupon }, '203.0.113.20')).status).toBe(200);
    }
  });

  test('an empty coupon is refused with a message', async () => {
    expect(await ask('/onramp/coupon', { coupon: ' ' })).toEqual({ status: 200, codes: ['REQUIRED'] });
  });

  test('orders without a sign-in: six an hour under one e-mail address from one network, thirty from it in all', async () => {
    const place = async (client_email: string, quote?: string, ip = '203.0.113.30') => {
      const captcha = await world.sandbox.captchaToken('order');
      const made = { ...purchase, client_email, is_agree_rate: '1', 'g-recaptcha-response': captcha };
      return ask('/onramp/o/new', { ...made, ...(quote !== undefined && { quote }) }, ip);
    };
    const placeAtItsPrice = async (client_email: string, ip?: string) =>
      place(client_email, (await world.calculate({ ...purchase, client_email })).calc.quote, ip);
    const isLetIn = ({ status }: { status: number }) => status !== 429;
    // A refused order leaves nothing, and costs nothing.
    for (let count = 0; count < 8; count += 1)
      expect((await place('stranger@example.com')).codes).toEqual(['QUOTE_EXPIRED']);
    const payers = world.context.db.selectFrom('clients').select('clientId');
    expect(await payers.where('payerEmail', '=', 'stranger@example.com').execute()).toEqual([]);
    const same = await Promise.all(Array.from({ length: 12 }, () => placeAtItsPrice('stranger@example.com')));
    expect(same.filter(isLetIn)).toEqual(Array.from({ length: 6 }, () => ({ status: 200, codes: [] })));
    // Its owner orders from another network; all networks together have an end, too.
    expect(await placeAtItsPrice('stranger@example.com', '203.0.113.31')).toEqual({ status: 200, codes: [] });
    const inAll = { what: 'order', by: 'recipient', value: 'stranger@example.com', tries: 60, seconds: 3600 };
    await Promise.all(Array.from({ length: 53 }, () => reserveCounters(context, [inAll])));
    expect(await placeAtItsPrice('stranger@example.com', '203.0.113.32')).toMatchObject({ status: 429 });
    // What such an order brings takes no room of what the owner of the address causes.
    const emails = context.db
      .selectFrom('letters')
      .select('parameters')
      .where('recipient', '=', 'stranger@example.com');
    const written = (await emails.execute()).map(({ parameters }) => parameters);
    expect(written).toEqual(written.map(() => expect.objectContaining({ isOfStranger: true })));
    expect(written).toHaveLength(7);
    const others = await Promise.all(Array.from({ length: 30 }, () => placeAtItsPrice(`${randomUUID()}@example.com`)));
    expect(others.filter(isLetIn)).toEqual(Array.from({ length: 24 }, () => ({ status: 200, codes: [] })));
  });

  test('unpaid orders of one network or client hold few uses of a coupon that has few', async () => {
    const now = new Date();
    const coupon = {
      code: 'FEW',
      percentOff: 50,
      usesMax: 20,
      clientUsesMax: 20,
      startsAt: new Date(0),
      createdAt: now,
    };
    await context.db.insertInto('coupons').values(coupon).execute();
    const place = async (ip: string, code = 'FEW') => {
      const asked = { ...purchase, client_email: `${randomUUID()}@example.com`, coupon: code };
      const { quote } = (await world.calculate(asked)).calc;
      const captcha = await world.sandbox.captchaToken('order');
      return ask('/onramp/o/new', { ...asked, is_agree_rate: '1', 'g-recaptcha-response': captcha, quote }, ip);
    };
    const isMade = ({ codes }: { codes: string[] }) => codes.length === 0;
    const all = await Promise.all(Array.from({ length: 12 }, () => place('203.0.113.60')));
    expect(all.filter(isMade)).toHaveLength(5);
    expect(all.flatMap(({ codes }) => codes)).toEqual(Array.from({ length: 7 }, () => 'ORDERS_UNPAID'));
    // Others have theirs, and one without a limit is no matter.
    expect(isMade(await place('203.0.113.61'))).toBe(true);
    expect(isMade(await place('203.0.113.60', 'WELCOME'))).toBe(true);
    const { access } = await world.signInClient();
    const own = await Promise.all(Array.from({ length: 8 }, () => world.buy(access, { coupon: 'FEW' })));
    expect(own.filter(({ body }) => body.errors.length === 0)).toHaveLength(3);
    expect(own.filter(({ body }) => body.error === 'ORDERS_UNPAID')).toHaveLength(5);
  });

  test('an order that waits a week for a transfer holds a coupon’s use so long, and is counted so long', async () => {
    const coupon = { code: 'WEEK', percentOff: 50, usesMax: 20, clientUsesMax: 20 };
    await context.db
      .insertInto('coupons')
      .values({ ...coupon, startsAt: new Date(0), createdAt: new Date() })
      .execute();
    const { access } = await world.signInClient();
    const buy = () => world.buy(access, { coupon: 'WEEK', payin_group: 'sepa', payin_amount: '100' });
    const first = await Promise.all(Array.from({ length: 5 }, buy));
    expect(first.filter(({ body }) => body.errors.length === 0)).toHaveLength(3);
    // The counts of a quarter of an hour are over, the orders are not.
    const past = sql<Date>`ends_at - interval '2 days'`;
    await context.db.updateTable('countedTries').set({ endsAt: past }).execute();
    expect((await buy()).body.error).toBe('ORDERS_UNPAID');
    const used = context.db.selectFrom('couponUses').select('orderId').where('code', '=', 'WEEK');
    expect(await used.execute()).toHaveLength(3);
    // One that is canceled makes room.
    const made = first.find(({ body }) => body.errors.length === 0);
    await world.call(`/onramp/o/${made?.order.nice_id}/cancel`, {}, access);
    expect([(await buy()).body.error, (await buy()).body.error]).toEqual(['', 'ORDERS_UNPAID']);
  });

  describe('orders for which the outside opens something before their money are few', () => {
    const { config: shared, db } = world.context;
    beforeAll(() => void (shared.RATE_LIMIT = 'on'));
    afterAll(() => void (shared.RATE_LIMIT = 'off'));
    const codesOf = (made: readonly { body: { errors: readonly { code: string }[] } }[]) =>
      made.map(({ body }) => body.errors[0]?.code ?? 'made').toSorted();
    const times = <Made>(count: number, make: () => Promise<Made>) => Promise.all(Array.from({ length: count }, make));

    test('five by transfer of one client, however many at once; one that is canceled makes room', async () => {
      const { access } = await world.signInClient();
      const buy = (changes = {}) => world.buy(access, { payin_group: 'sepa', payin_amount: '100', ...changes });
      const first = await times(8, buy);
      expect(codesOf(first)).toEqual([...Array.from({ length: 3 }, () => 'ORDERS_UNPAID'), ...Array(5).fill('made')]);
      const refused = first.find(({ body }) => body.errors.length > 0)?.body.errors[0];
      expect(refused?.text).toBe(
        'Several orders of yours aren’t paid yet. Pay or cancel one of them, then order again.',
      );
      // Those by card are counted apart.
      expect(codesOf([await buy({ payin_group: 'card' })])).toEqual(['made']);
      const made = first.find(({ body }) => body.errors.length === 0);
      await world.call(`/onramp/o/${made?.order.nice_id}/cancel`, {}, access);
      expect(codesOf([await buy(), await buy()])).toEqual(['ORDERS_UNPAID', 'made']);
    });

    test('thirty by transfer from one network, by however many clients, of which one is counted after the other', async () => {
      await db.updateTable('orders').set({ askedFrom: '' }).execute();
      const clients = await times(7, world.signInClient);
      const made = await Promise.all(
        clients.flatMap(({ access }) =>
          Array.from({ length: 5 }, () => world.buy(access, { payin_group: 'sepa', payin_amount: '100' })),
        ),
      );
      expect(codesOf(made)).toEqual([...Array(5).fill('ORDERS_UNPAID'), ...Array(30).fill('made')]);
      const asked = { isMerchant: false, payinProvider: 'bank', network: '203.0.113.90' };
      // The one lock of a network: two at once do not both see room for one.
      const locks = await db.transaction().execute(async (trx) => {
        await claimOpenOrder(world.context, trx, { ...asked, clientId: randomUUID() });
        const held = sql`select from pg_locks where locktype = 'advisory' and granted and pid = pg_backend_pid()`;
        return (await held.execute(trx)).rows.length;
      });
      expect(locks).toBe(1);
    });
  });

  test('news to one address has one limit, for all causes together; it takes no room of its security and money', async () => {
    const recipient = `${randomUUID()}@example.com`;
    const mailed: string[] = [];
    const mailer = { send: async ({ id }: { id: string }) => void mailed.push(id), close() {} };
    const ids: string[] = [];
    const jobs = {
      enqueue: async (_db: unknown, _job: unknown, payload: unknown) => void ids.push(String(Object(payload).letterId)),
    };
    const { shape } = emailTemplates['order-created'];
    const order = emailTemplates['order-created'].parse(
      Object.fromEntries(Object.keys(shape).map((name) => [name, '1'])),
    );
    const write = (template: 'order-created' | 'password-changed' | 'withdrawal-sent') =>
      queueEmail({ ...context, jobs }, context.db, {
        ...(template === 'password-changed'
          ? { template, parameters: { path: '/' } }
          : { template, parameters: order }),
        recipient,
        language: 'en',
        clientId: null,
        occasion: randomUUID(),
      });
    await Promise.all(Array.from({ length: 40 }, () => write('order-created')));
    await Promise.all(Array.from({ length: 10 }, () => write('password-changed')));
    await Promise.all(Array.from({ length: 10 }, () => write('withdrawal-sent')));
    const providers = { ...context.providers, mailer };
    await Promise.all(ids.map((letterId) => sendEmails({ ...context, providers }, [{ letterId }])));
    expect(mailed).toHaveLength(16 + 10 + 10);
    const rows = await context.db.selectFrom('letters').selectAll().where('recipient', '=', recipient).execute();
    expect(rows.filter(({ withheldAt }) => withheldAt !== null)).toHaveLength(24);
    // The contents of a withheld e-mail are erased and never sent.
    expect(rows.every(({ parameters }) => JSON.stringify(parameters) === '{}')).toBe(true);
  });
});
