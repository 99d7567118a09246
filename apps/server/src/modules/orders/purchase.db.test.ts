import { afterEach, describe, expect, test } from 'vitest';
import { openOrderWorld } from './fixtures/open-order-world.ts';
import { expectSound } from './fixtures/expect-sound.ts';

const world = await openOrderWorld();
await world.fundWallet('2');
afterEach(() => expectSound(world));

describe('a purchase by card', () => {
  test('is paid, exchanged, sent and confirmed', async () => {
    const access = await world.signIn();
    const address = await world.sandbox.outsideAddress('bitcoin');
    const created = await world.buy(access, { dst_address: address });
    expect(created.body.errors).toEqual([]);
    expect(created.body.purchase_params_payin?.purchase_url).toContain('/acquirer/pay/');
    const { nice_id: niceId } = created.order;

    await world.sandbox.settlePayment(await world.paymentOf(niceId), 'approved');
    await world.until(niceId, 'processing');
    await world.work();
    expect((await world.read(niceId)).txid).toMatch(/^[0-9a-f]{64}$/);

    await world.sandbox.mine('bitcoin', 2);
    await world.work({ isEarly: true });
    const order = await world.read(niceId, access);
    expect(order).toMatchObject({ status: 'finished', payout_confirmations: 2 });
    expect(order.history.map(({ status, reason }) => [status, reason])).toEqual([
      ['payin_pending', ''],
      ['processing', 'payment_received'],
      ['processing', 'payout_sent'],
      ['finished', ''],
    ]);
    expect((await world.sandbox.balance('bitcoin', address)).confirmed).toBe(order.payout_amount);
  });

  test('a declined card leaves the order waiting, and a second try pays it', async () => {
    const access = await world.signIn();
    const { order: created } = await world.buy(access);
    const payment = await world.paymentOf(created.nice_id);
    await world.sandbox.settlePayment(payment, 'insufficient_funds');
    await expect
      .poll(
        async () => {
          await world.work();
          return (await world.read(created.nice_id, access)).payment_status;
        },
        { timeout: 10_000 },
      )
      .toBe('declined');
    const declined = await world.read(created.nice_id, access);
    expect(declined).toMatchObject({ status: 'payin_pending', payment_decline_reason: 'insufficient_funds' });
    const again = await world.call(`/onramp/o/${created.nice_id}/pay`, {}, access);
    expect(again.body.redirect).toContain(payment);

    await world.sandbox.settlePayment(payment, 'approved');
    await world.until(created.nice_id, 'processing');
    expect((await world.read(created.nice_id)).history.map(({ status }) => status)).toContain('processing');
  });
});
