import { randomBytes } from 'node:crypto';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import { beforeAll, expect, test } from 'vitest';
import { sayGivenBack } from '../acquirer-payins/fixtures/say-given-back.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { buyAtShop, openShop } from './fixtures/buy-at-shop.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;

beforeAll(async () => void (await openShop(world)), 60_000);

test('a sale of which all was given back, and that stays approved, is no part of its payer’s month', async () => {
  const { nice_id: niceId } = await buyAtShop(world, `${randomBytes(6).toString('hex')}@example.com`);
  const payment = await world.paymentOf(niceId);
  await sandbox.settlePayment(payment, 'approved', 0);
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
  expect((await world.read(niceId)).status).toBe('finished');
  const sale = db.selectFrom('orders').select(['orderId', 'clientId', 'payinAmount']).where('niceId', '=', niceId);
  const { orderId, clientId, payinAmount } = await sale.executeTakeFirstOrThrow();
  const counted = async () =>
    (
      await db
        .selectFrom('limitEntries')
        .where('orderId', '=', orderId)
        .where('isCounted', '=', true)
        .selectAll()
        .execute()
    ).length;
  const used = async () => {
    const uses = db.selectFrom('limitUses').select('used').where('clientId', '=', clientId);
    return (await uses.where('currency', '=', 'EUR').where('isMerchant', '=', true).executeTakeFirstOrThrow()).used;
  };
  expect(await counted()).toBe(2);
  expect(await used()).toBe(payinAmount);
  await sayGivenBack(context, payment, formatUnits(payinAmount, 'EUR'));
  expect(await counted()).toBe(0);
  expect(await used()).toBe(0n);
});
