import { randomBytes } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { readBalance } from '../../ledger/balances.ts';
import { paths } from '../../ledger/paths.ts';
import { confirmCardPayment } from '../acquirer-payins/results/apply-card-payment.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { savePartner } from '../partners/save-partner.ts';
import { adoptOrders } from './open-buyer.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const { db } = context;

beforeAll(async () => {
  const owner = await world.signInClient();
  const look = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
  await savePartner(context, {
    ...look,
    partnerKey: 'pk_claim',
    name: 'Shop',
    isMerchant: true,
    clientId: owner.clientId,
  });
}, 60_000);

const report = async (payment: string, result: 'approved' | 'chargeback' | 'refunded' | 'won', amount?: string) => {
  await sandbox.settlePayment(payment, result, 0, amount);
  await confirmCardPayment(context, { acquirer: 'card_one', acquirerPaymentId: payment });
};

/** A card payment at a merchant, of which the acquirer has given back parts before: the rest waits for its payer. */
async function waiting() {
  const email = `${randomBytes(6).toString('hex')}@example.com`;
  const purchase = {
    is_merchant: '1',
    partner_key: 'pk_claim',
    client_email: email,
    payin_currency: 'EUR',
    payin_group: 'card',
    payin_amount: '0',
    payout_currency: 'USD',
    purchase_amount: '49.90',
    purchase_currency: 'USD',
  };
  const { quote } = (await world.calculate(purchase)).calc;
  const captcha = await sandbox.captchaToken('order');
  const { order, body } = await world.call('/onramp/o/new', {
    ...purchase,
    is_agree_rate: '1',
    'g-recaptcha-response': captcha,
    quote,
  });
  expect(body.errors).toEqual([]);
  const payment = await world.paymentOf(order.nice_id);
  await sandbox.settlePayment(payment, 'approved', 0);
  await report(payment, 'refunded', '10.00');
  await report(payment, 'refunded', '5.00');
  // The claim's e-mail is sent.
  await world.work();
  const payer = await db
    .selectFrom('clients')
    .select(['niceId', 'clientId'])
    .where('payerEmail', '=', email)
    .executeTakeFirstOrThrow();
  return { email, payment, payer, niceId: order.nice_id };
}

/** The account that confirms the address. */
async function claim(email: string) {
  const client = await world.signInClient();
  await db.updateTable('clients').set({ email }).where('clientId', '=', client.clientId).execute();
  await adoptOrders(context, { clientId: client.clientId });
  return client;
}

const both = async (niceId: string) => [
  await readBalance(db, paths.client(niceId), 'EUR'),
  await readBalance(db, paths.held(niceId), 'EUR'),
];

describe('money that an account has claimed', () => {
  test('is held there when its payment is taken back after that', async () => {
    const { email, payment, payer } = await waiting();
    const [left = 0n] = await both(payer.niceId);
    expect(left).toBeGreaterThan(0n);
    const client = await claim(email);
    expect(await both(client.niceId)).toEqual([left, 0n]);
    await report(payment, 'chargeback');
    expect(await both(client.niceId)).toEqual([0n, left]);
    await report(payment, 'won');
    const [free = 0n, held] = await both(client.niceId);
    expect([free >= left, held]).toEqual([true, 0n]);
    await expectSound(world);
  }, 60_000);

  test('is its account’s also where it was held when the address was confirmed, and is won later', async () => {
    const { email, payment, payer } = await waiting();
    const [left = 0n] = await both(payer.niceId);
    await report(payment, 'chargeback');
    expect(await both(payer.niceId)).toEqual([0n, left]);
    const client = await claim(email);
    await report(payment, 'won');
    await world.work();
    const [free = 0n] = await both(client.niceId);
    expect([await both(payer.niceId), free >= left]).toEqual([[0n, 0n], true]);
    await expectSound(world);
  }, 60_000);
});
