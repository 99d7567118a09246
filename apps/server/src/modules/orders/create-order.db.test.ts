import { afterEach, describe, expect, test } from 'vitest';
import type { Executor } from '../../database/db.ts';
import { hashBody } from '../idempotency/answer-once.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { createOrder } from './create-order.ts';
import { expectDueJobs, expectSound } from './fixtures/expect-sound.ts';
import { openOrderWorld } from './fixtures/open-order-world.ts';

const world = await openOrderWorld();
const access = await world.signIn();
afterEach(() => expectSound(world));

const countOrders = async () => (await world.context.db.selectFrom('orders').select('orderId').execute()).length;

describe('C-29 creating an order', () => {
  test('7-15 answers with the page on which it is paid', async () => {
    const { order, body } = await world.buy(access);
    expect(order).toMatchObject({
      status: 'payin_pending',
      payin_amount: '250.00',
      payment_status: 'created',
      can_cancel: 1,
    });
    expect(body.purchase_params_payin).toEqual({
      purchase_url: expect.stringContaining('/acquirer/pay/'),
      payment_url: `/onramp/o/${order.nice_id}/pay`,
    });
    expect(body).toMatchObject({ order_id: order.nice_id, error: '' });
  });

  test('three identical calls at once give one order and one payment', async () => {
    const before = await countOrders();
    const fields = {
      dst_address: await world.sandbox.outsideAddress('bitcoin'),
      'g-recaptcha-response': await world.sandbox.captchaToken('order'),
    };
    const answers = await Promise.all([
      world.buy(access, fields),
      world.buy(access, fields),
      world.buy(access, fields),
    ]);
    const numbers = new Set(answers.map((answer) => answer.order.nice_id));
    expect(numbers.size).toBe(1);
    expect(await countOrders()).toBe(before + 1);
    const [number = ''] = numbers;
    expect(await world.sandbox.acquirerPayments(number)).toHaveLength(1);
    const again = await world.buy(access, fields);
    expect(again.order.nice_id).toBe(number);
  });

  test('the client’s own key finds the order again under a new captcha token', async () => {
    const fields = { dst_address: await world.sandbox.outsideAddress('bitcoin') };
    const headers = { 'idempotency-key': 'my-key-1' };
    const first = await world.buy(access, fields, headers);
    const second = await world.buy(access, fields, headers);
    expect(second.order.nice_id).toBe(first.order.nice_id);
  });

  test('another body under the same key or the same token is refused', async () => {
    const before = await countOrders();
    const fields = { dst_address: await world.sandbox.outsideAddress('bitcoin') };
    const headers = { 'idempotency-key': 'my-key-2' };
    await world.buy(access, fields, headers);
    const changed = await world.buy(access, { ...fields, payin_amount: '251' }, headers);
    expect(changed.body.errors.map((error) => error.code)).toEqual(['IDEMPOTENCY_CONFLICT']);
    const token = { 'g-recaptcha-response': await world.sandbox.captchaToken('order') };
    await world.buy(access, { ...fields, ...token });
    const spent = await world.buy(access, { ...fields, ...token, payin_amount: '251' });
    expect(spent.body.errors.map((error) => error.code)).toEqual(['IDEMPOTENCY_CONFLICT']);
    expect(await countOrders()).toBe(before + 2);
  });

  test('another client’s key is another key', async () => {
    const other = await world.signIn();
    const headers = { 'idempotency-key': 'my-key-1' };
    const { order } = await world.buy(other, {}, headers);
    const mine = await world.context.db
      .selectFrom('orders')
      .select('clientId')
      .where('niceId', '=', order.nice_id)
      .executeTakeFirstOrThrow();
    expect(mine.clientId).not.toBe(
      (await world.context.db.selectFrom('orders').select('clientId').executeTakeFirstOrThrow()).clientId,
    );
  });

  test.each([
    ['ADDRESS_INVALID', 'dst_address', { dst_address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' }],
    ['ADDRESS_INVALID', 'dst_address', { dst_address: 'nonsense' }],
    ['REQUIRED', 'dst_address', { dst_address: '' }],
    ['AGREEMENT_REQUIRED', 'is_agree_rate', { is_agree_rate: '0' }],
    ['PARTNER_UNKNOWN', 'partner_key', { partner_key: 'pk_nobody' }],
    ['WRONG_CAPTCHA', '', { 'g-recaptcha-response': 'forged' }],
  ])('refuses with %s on %s', async (code, field, fields) => {
    const before = await countOrders();
    const { status, body } = await world.buy(access, fields);
    expect(status).toBe(200);
    expect(body.errors).toEqual([expect.objectContaining({ code, field })]);
    expect(await countOrders()).toBe(before);
  });

  test('a visitor is sent to sign in', async () => {
    expect((await world.call('/onramp/o/new', {})).status).toBe(403);
  });

  test('the other amount is recalculated from the entered one, whatever the client sends', async () => {
    const cheat = { is_payout_calc: '1', payout_amount: '0.00400000', payin_amount: '1.00' };
    const { order } = await world.buy(access, cheat);
    expect(order.payout_amount).toBe('0.00400000');
    expect(Number(order.payin_amount)).toBeGreaterThan(100);
  });

  test.each(['error', 'hang'])(
    'an acquirer with the fault %s does not hold the order up: its page comes later, once',
    async (fault) => {
      await world.sandbox.makeFault({ provider: 'acquirer', fault, count: 1, call: 'create' });
      const { order, body } = await world.buy(access);
      expect(body.purchase_params_payin?.purchase_url).toBeUndefined();
      await expectDueJobs(world);
      await world.work({ isEarly: true });
      expect((await world.read(order.nice_id, access)).payment_status).toBe('created');
      expect(await world.sandbox.acquirerPayments(order.nice_id)).toHaveLength(1);
    },
  );

  test('an answer that is lost after the acquirer did the work makes no second payment', async () => {
    await world.sandbox.makeFault({ provider: 'acquirer', fault: 'drop_answer', count: 1, call: 'create' });
    const { order } = await world.buy(access);
    const paid = await world.call(`/onramp/o/${order.nice_id}/pay`, {}, access);
    const payments = await world.sandbox.acquirerPayments(order.nice_id);
    expect(payments).toHaveLength(1);
    expect(paid.body.redirect).toContain(payments[0]?.id);
  });
});

describe('C-28 reading an order', () => {
  test('A-056 a caller with only the number sees no personal data', async () => {
    const address = await world.sandbox.outsideAddress('bitcoin');
    const { order } = await world.buy(access, { dst_address: address, description: 'a gift for Ann' });
    for (const caller of [undefined, await world.signIn()]) {
      const seen = await world.read(order.nice_id, caller);
      expect(seen).toMatchObject({ status: 'payin_pending', payin_amount: '250.00', can_cancel: 0, is_finish: 1 });
      const text = JSON.stringify(seen);
      for (const secret of [address, '@example.com', 'Ann', '/acquirer/pay/']) expect(text).not.toContain(secret);
    }
    expect(await world.read(order.nice_id, access)).toMatchObject({ dst_address: address, is_client_role: 1 });
  });

  test('7-13 an unknown number is not there', async () => {
    expect((await world.call('/onramp/o/CW0000000000000000', {}, access)).status).toBe(404);
    expect((await world.call('/onramp/o/..%2F..%2Fetc', {}, access)).status).toBe(404);
  });

  test('paying and canceling another client’s order is refused as if it did not exist', async () => {
    const { order } = await world.buy(access);
    const other = await world.signIn();
    expect((await world.call(`/onramp/o/${order.nice_id}/pay`, {}, other)).status).toBe(404);
    expect((await world.call(`/onramp/o/${order.nice_id}/cancel`, {}, other)).status).toBe(404);
  });

  test('a session that is ended meanwhile makes no order', async () => {
    const { db, clock } = world.context;
    const { clientId } = await world.signInClient();
    const session = db.selectFrom('sessions').select('sessionId').where('clientId', '=', clientId);
    const { sessionId } = await session.executeTakeFirstOrThrow();
    const endFirst = async (trx: Executor) => {
      await endSessions(trx, { clientId, reason: 'ended elsewhere', now: clock.now() });
      return clientId;
    };
    const purchase = { payinCurrency: 'EUR', payinGroup: 'card', payinAmount: '250', isFloatingRate: true } as const;
    const coins = { payoutCurrency: 'BTC', payoutGroup: 'bitcoin', isAgreeRate: true, isAgreeName: true } as const;
    const request = { ...purchase, ...coins, dstAddress: await world.sandbox.outsideAddress('bitcoin') };
    const call = { actor: `client:${clientId}`, key: 'ended', bodyHash: hashBody({ sessionId }) };
    const asked = { openClient: endFirst, sessionId, request, language: 'en', call } as const;
    const before = await countOrders();
    await expect(createOrder(world.context, asked)).rejects.toMatchObject({ items: [{ code: 'SESSION_OVER' }] });
    expect(await countOrders()).toBe(before);
  });
});
