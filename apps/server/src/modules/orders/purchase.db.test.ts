import { expect, test } from 'vitest';
import { openOrderWorld } from './fixtures/open-order-world.ts';

const world = await openOrderWorld();

test('a whole purchase: paid by card, exchanged, sent and confirmed', async () => {
  await world.fundWallet('1');
  const access = await world.signIn();
  const address = await world.sandbox.outsideAddress('bitcoin');
  const created = await world.call(
    '/onramp/o/new',
    {
      payin_currency: 'EUR',
      payin_group: 'card',
      payin_amount: '250',
      payout_currency: 'BTC',
      payout_group: 'bitcoin',
      is_floating_rate: '1',
      is_agree_rate: '1',
      dst_address: address,
      'g-recaptcha-response': await world.sandbox.captchaToken('order'),
    },
    access,
  );
  expect(created.body.errors).toEqual([]);
  const { nice_id: niceId } = created.body.order;
  expect(created.body.purchase_params_payin.purchase_url).toContain('/acquirer/pay/');

  const [payment] = await world.sandbox.acquirerPayments(niceId);
  await world.sandbox.settlePayment(payment?.id ?? '', 'approved');
  await expect
    .poll(
      async () => {
        await world.work();
        return (await world.call(`/onramp/o/${niceId}`, {}, access)).body.order.txid;
      },
      { timeout: 10_000 },
    )
    .toMatch(/^[0-9a-f]{64}$/);
  expect(await world.compare()).toEqual([]);

  await world.sandbox.mine('bitcoin', 2);
  await world.work({ isEarly: true });
  const { body } = await world.call(`/onramp/o/${niceId}`, {}, access);
  expect(body.order).toMatchObject({ status: 'finished', payout_confirmations: 2 });
  const received = await world.sandbox.balance('bitcoin', address);
  expect(received.confirmed).toBe(body.order.payout_amount);
  expect(await world.compare()).toEqual([]);
});
