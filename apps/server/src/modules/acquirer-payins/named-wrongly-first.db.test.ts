import { expect, test } from 'vitest';
import { openLossWorld } from '../losses/fixtures/open-loss-world.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { watchCreditedPayments } from './watch-credited-payments.ts';

const { world, both, buy, hear } = await openLossWorld();
const { context, sandbox } = world;

test('a late payment that is named wrongly, and as refunded, is sent back once it is named right', async () => {
  const client = await world.signInClient();
  const { nice_id } = (await world.buy(client.access)).order;
  const payment = await world.paymentOf(nice_id);
  await world.call(`/onramp/o/${nice_id}/cancel`, {}, client.access);
  await sandbox.settlePayment(payment, 'approved', 0);
  await hear(payment);
  const acquirer = context.providers.acquirers.find('card_one');
  const usual = acquirer.getPayment.bind(acquirer);
  acquirer.getPayment = async (id) => ({ ...(await usual(id)), currency: 'USD', refundedAmount: '250.00' });
  await world.work();
  acquirer.getPayment = usual;
  await world.work({ isEarly: true });
  expect(await usual(payment)).toMatchObject({ status: 'refunded', refundedAmount: '250.00' });
  await expectSound(world);
});

test.each([
  ['amount', { amount: '249.99' }],
  ['currency', { currency: 'USD' }],
  ['order', { reference: 'CW0000000000000000' }],
] as const)(
  'a chargeback that is named with another %s first is booked once it is named right',
  async (_what, wrong) => {
    const client = await world.signInClient();
    const { payment, amount } = await buy(client);
    const acquirer = context.providers.acquirers.find('card_one');
    const usual = acquirer.getPayment.bind(acquirer);
    await sandbox.settlePayment(payment, 'chargeback', 0);
    acquirer.getPayment = async (id) => ({ ...(await usual(id)), ...wrong });
    await hear(payment);
    acquirer.getPayment = usual;
    expect(await both(client, 'BTC')).toEqual([amount, 0n]);
    await watchCreditedPayments(context);
    expect(await both(client, 'BTC')).toEqual([0n, amount]);
    await expectSound(world);
  },
);
