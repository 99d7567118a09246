import { randomBytes } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { savePartner } from '../partners/save-partner.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;

beforeAll(async () => {
  const owner = await world.signInClient();
  const look = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
  const shop = { partnerKey: 'pk_month', name: 'Shop', isMerchant: true, clientId: owner.clientId };
  await savePartner(context, { ...look, ...shop });
}, 60_000);

test('a sale of which all but a cent was won back is part of its payer’s month', async () => {
  const purchase = {
    is_merchant: '1',
    partner_key: 'pk_month',
    client_email: `${randomBytes(6).toString('hex')}@example.com`,
    payin_currency: 'EUR',
    payin_group: 'card',
    payin_amount: '0',
    payout_currency: 'USD',
    purchase_amount: '49.90',
    purchase_currency: 'USD',
  };
  const { quote } = (await world.calculate(purchase)).calc;
  const captcha = await sandbox.captchaToken('order');
  const sent = { ...purchase, is_agree_rate: '1', 'g-recaptcha-response': captcha, quote };
  const { order } = await world.call('/onramp/o/new', sent);
  const payment = await world.paymentOf(order.nice_id);
  const hear = async () => confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
  const counted = async () =>
    (
      await db
        .selectFrom('limitEntries')
        .innerJoin('orders', 'orders.orderId', 'limitEntries.orderId')
        .select('currency')
        .where('niceId', '=', order.nice_id)
        .execute()
    ).length;
  await sandbox.settlePayment(payment, 'approved', 0);
  await hear();
  expect((await world.read(order.nice_id)).status).toBe('finished');
  expect(await counted()).toBe(2);
  await sandbox.settlePayment(payment, 'chargeback', 0);
  await hear();
  expect(await counted()).toBe(0);
  const acquirer = context.providers.acquirers.find('card_one');
  const usual = acquirer.getPayment.bind(acquirer);
  acquirer.getPayment = async (id) => ({ ...(await usual(id)), status: 'approved', refundedAmount: '0.01' });
  await hear();
  expect(await counted()).toBe(2);
}, 60_000);
