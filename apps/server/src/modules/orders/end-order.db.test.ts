import { afterEach, describe, expect, test } from 'vitest';
import { expectSound } from './fixtures/expect-sound.ts';
import { openOrderWorld } from './fixtures/open-order-world.ts';
import { expireOrder } from './end-unpaid-order.ts';

const world = await openOrderWorld();
await world.fundWallet('5');
const access = await world.signIn();
afterEach(() => expectSound(world));

async function buy(): Promise<{ niceId: string; orderId: string; payment: string }> {
  const { order } = await world.buy(access);
  const { orderId } = await world.context.db
    .selectFrom('orders')
    .select('orderId')
    .where('niceId', '=', order.nice_id)
    .executeTakeFirstOrThrow();
  return { niceId: order.nice_id, orderId, payment: await world.paymentOf(order.nice_id) };
}

const letTimePass = (orderId: string) =>
  world.context.db
    .updateTable('orders')
    .set({ expiresAt: new Date(Date.now() - 1000), payinDeadline: new Date(Date.now() - 1000) })
    .where('orderId', '=', orderId)
    .execute();
const reasons = async (niceId: string) =>
  (await world.read(niceId, access)).history.map(({ status, reason }) => `${status} ${reason}`);

describe('C-30 canceling', () => {
  test('A-092 an unpaid order is canceled at the acquirer too, and again gives the same', async () => {
    const { niceId, payment } = await buy();
    const first = await world.call(`/onramp/o/${niceId}/cancel`, {}, access);
    expect(first.body).toMatchObject({ success: 1, order: { status: 'canceled', can_cancel: 0 } });
    const [outside] = await world.sandbox.acquirerPayments(niceId);
    expect(outside).toMatchObject({ id: payment, status: 'canceled' });
    expect((await world.call(`/onramp/o/${niceId}/cancel`, {}, access)).body.success).toBe(1);
    expect(await reasons(niceId)).toEqual(['payin_pending ', 'canceled ']);
  });

  test('a payment that was faster wins: the order is paid and not canceled', async () => {
    const { niceId, payment } = await buy();
    await world.sandbox.settlePayment(payment, 'approved', 0);
    const answer = await world.call(`/onramp/o/${niceId}/cancel`, {}, access);
    expect(answer.body).toMatchObject({ success: 0, order: { status: 'processing' } });
    expect(answer.body['error_message']).not.toBe('');
  });

  test('cancel and webhook at the same moment end in one of the two, with the money right', async () => {
    const orders = await Promise.all([buy(), buy(), buy(), buy()]);
    await Promise.all(
      orders.flatMap(({ niceId, payment }) => [
        world.call(`/onramp/o/${niceId}/cancel`, {}, access),
        world.sandbox.settlePayment(payment, 'approved').catch(() => {}),
      ]),
    );
    await expect
      .poll(
        async () => {
          await world.work();
          return Promise.all(orders.map(async ({ niceId }) => (await world.read(niceId)).status));
        },
        { timeout: 90_000 },
      )
      .not.toContain('payin_pending');
  });

  test('while the acquirer cannot be asked nothing is assumed', async () => {
    const { niceId } = await buy();
    await world.sandbox.makeFault({ provider: 'acquirer', fault: 'error', count: 1, call: 'cancel' });
    const answer = await world.call(`/onramp/o/${niceId}/cancel`, {}, access);
    expect(answer.status).toBe(503);
    expect((await world.read(niceId)).status).toBe('payin_pending');
  });

  test('a cancel whose answer is lost is looked up', async () => {
    const { niceId } = await buy();
    await world.sandbox.makeFault({ provider: 'acquirer', fault: 'drop_answer', count: 1, call: 'cancel' });
    expect((await world.call(`/onramp/o/${niceId}/cancel`, {}, access)).status).toBe(503);
    expect((await world.call(`/onramp/o/${niceId}/cancel`, {}, access)).body.success).toBe(1);
  });
});

describe('expiring', () => {
  test('an order whose time has ended expires, and its payment with it', async () => {
    const { niceId, orderId } = await buy();
    await expireOrder(world.context, orderId);
    expect((await world.read(niceId)).status).toBe('payin_pending');
    await letTimePass(orderId);
    await expireOrder(world.context, orderId);
    expect((await world.read(niceId)).status).toBe('expired');
    expect((await world.sandbox.acquirerPayments(niceId))[0]?.status).toBe('canceled');
  });

  test('a payment made in time whose webhook was lost is found instead', async () => {
    const { niceId, orderId, payment } = await buy();
    await world.sandbox.settlePayment(payment, 'approved', 0);
    await letTimePass(orderId);
    await expireOrder(world.context, orderId);
    expect((await world.read(niceId)).status).toBe('processing');
  });

  test.each([
    ['the answer is lost', 'drop_answer'],
    ['the acquirer fails', 'error'],
    ['it is refused at first', 'reject'],
  ])('money that comes afterwards is given back once, and the order stays as it ended: %s', async (_name, fault) => {
    const { niceId, orderId, payment } = await buy();
    await letTimePass(orderId);
    await expireOrder(world.context, orderId);
    await world.sandbox.makeFault({ provider: 'acquirer', fault, count: 1, call: 'refund' });
    await world.sandbox.settlePayment(payment, 'approved', 3);
    await expect
      .poll(
        async () => {
          await world.work({ isEarly: true });
          return (await world.read(niceId, access)).payment_status;
        },
        { timeout: 90_000 },
      )
      .toBe('refunded');
    expect(await world.read(niceId, access)).toMatchObject({ status: 'expired', refund_method: 'card' });
    expect(await reasons(niceId)).toEqual(['payin_pending ', 'expired ', 'expired payment_refunded']);
    const { card_refunds: refunds } = await world.sandbox.journal();
    expect(refunds.filter((row) => row.reference === niceId)).toHaveLength(1);
  });
});
