import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readOrder } from '../orders/read-order.ts';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { savePartner } from '../partners/save-partner.ts';
import { openLossWorld, toBank, toEther } from './fixtures/open-loss-world.ts';

const { world, both, report, hear, buy, spend, decide, sendBack } = await openLossWorld();
const { context } = world;
const { db } = context;
const shopsClient = await world.signInClient();

beforeAll(async () => {
  await world.fundWallet('0.05', 'BTC', 8);
  const look = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
  const shop = { partnerKey: 'pk_shop', name: 'Shop', isMerchant: false, clientId: shopsClient.clientId };
  await savePartner(context, { ...look, ...shop, webhookUrl: 'http://127.0.0.1:1/webhooks' });
  await db.updateTable('clients').set({ isPartner: true }).where('clientId', '=', shopsClient.clientId).execute();
});

const see = ({ clientId }: SignedInClient, niceId: string) =>
  readOrder(context, { niceId }, { kind: 'client', clientId, sessionId: '' });
const reasonsOf = async (client: SignedInClient, niceId: string) =>
  (await see(client, niceId)).history.map(({ reason }) => reason);

/** What a client was notified of about a balance, oldest first: the list has each, and there is an e-mail of each. */
async function newsOf({ clientId }: SignedInClient) {
  const mine = db.selectFrom('notifications').select(['template', 'parameters', 'occasion']);
  const entries = await mine
    .where('clientId', '=', clientId)
    .where('template', 'in', ['money-held', 'money-freed', 'money-taken'])
    .orderBy('createdAt')
    .orderBy('template', 'desc')
    .execute();
  const emails = await db
    .selectFrom('letters')
    .select('occasion')
    .where('clientId', '=', clientId)
    .where('template', 'in', ['money-held', 'money-freed', 'money-taken'])
    .execute();
  expect(emails.map(({ occasion }) => occasion).toSorted()).toEqual(entries.map((row) => row.occasion).toSorted());
  return entries.map(({ template, parameters }) => [template, parameters]);
}

describe('the receipt of an order whose exchange was reversed', () => {
  test('names no payout, and once the dispute is won the refund alone', async () => {
    const client = await world.signInClient();
    const { nice_id: niceId } = (await world.buy(client.access)).order;
    const payment = await world.paymentOf(niceId);
    await report(payment, 'approved');
    expect((await see(client, niceId)).receipt.map(({ kind }) => kind)).toContain('payout');
    await report(payment, 'chargeback');
    const lost = await see(client, niceId);
    expect([lost.status, lost.receipt.map(({ kind }) => kind)]).toEqual(['error', ['payin']]);
    await report(payment, 'won');
    const won = await see(client, niceId);
    expect(won.receipt.map(({ kind, actual }) => [kind, Number(actual)])).toEqual([
      ['payin', 250],
      ['refund', 250],
    ]);
    expect((await reasonsOf(client, niceId)).slice(-2)).toEqual(['payment_charged_back', 'payment_regained']);
  });
});

describe('a chargeback of a finished order', () => {
  test('is in its history, and whose balance is held is notified, once, as of its end; the status stays', async () => {
    const client = await world.signInClient();
    const { payment, niceId, amount } = await buy(client);
    await report(payment, 'chargeback');
    await hear(payment);
    expect(await both(client, 'BTC')).toEqual([0n, amount]);
    expect((await reasonsOf(client, niceId)).filter((reason) => reason === 'payment_charged_back')).toHaveLength(1);
    const { status, number } = await see(client, niceId);
    expect(status).toBe('finished');
    const held = { path: `/order-status/${niceId}`, amount: expect.stringMatching(/^0\.00\d+ BTC$/), number };
    expect(await newsOf(client)).toEqual([['money-held', held]]);
    await report(payment, 'won');
    await hear(payment);
    expect(await both(client, 'BTC')).toEqual([amount, 0n]);
    expect((await reasonsOf(client, niceId)).slice(-2)).toEqual(['payment_charged_back', 'payment_regained']);
    const { path: _order, number: _number, ...freed } = held;
    expect(await newsOf(client)).toEqual([
      ['money-held', held],
      ['money-freed', { ...freed, path: '/balance/operations' }],
    ]);
  });

  test('has one e-mail for all that is held, whatever became of the money', async () => {
    const client = await world.signInClient();
    const { payment, amount } = await buy(client);
    await spend(client, amount / 2n, toEther);
    await report(payment, 'chargeback');
    const [, bitcoin = 0n] = await both(client, 'BTC');
    const [, ether = 0n] = await both(client, 'ETH');
    expect([bitcoin > 0n, ether > 0n]).toEqual([true, true]);
    expect(await newsOf(client)).toMatchObject([['money-held', { amount: expect.stringMatching(/ BTC, .* ETH$/) }]]);
  });

  test('that paid a partner notifies the partner, by e-mail and webhook, and costs its payer nothing', async () => {
    const payer = await world.signInClient();
    const toShop = { partner_key: 'pk_shop', pay_to_partner: '1', payout_currency: 'USD' };
    const { order } = await world.buy(payer.access, { ...toShop, payout_group: 'balance', dst_address: '' });
    const payment = await world.paymentOf(order.nice_id);
    await report(payment, 'approved');
    await report(payment, 'chargeback');
    await hear(payment);
    const { orderId } = await db
      .selectFrom('orders')
      .select('orderId')
      .where('niceId', '=', order.nice_id)
      .executeTakeFirstOrThrow();
    const { history, number } = await see(shopsClient, order.nice_id);
    expect(history.at(-1)).toMatchObject({ status: 'finished', reason: 'payment_charged_back' });
    const webhooks = db.selectFrom('partnerDeliveries').select('version').where('orderId', '=', orderId);
    expect((await webhooks.execute()).filter(({ version }) => version === history.length)).toHaveLength(1);
    expect(await newsOf(shopsClient)).toMatchObject([
      ['money-held', { path: `/order-status/${order.nice_id}`, number }],
    ]);
    expect(await newsOf(payer)).toEqual([]);
  });

  test('says nothing of the order to a stranger whose balance it is followed to', async () => {
    const payer = await world.signInClient();
    const { payment, amount, niceId } = await buy(payer);
    const toShop = { partner_key: 'pk_shop', pay_to_partner: '1', payout_group: 'balance', payout_currency: 'ETH' };
    await spend(payer, amount, { ...toShop, dst_address: '' });
    const before = (await newsOf(shopsClient)).length;
    await report(payment, 'chargeback');
    const news = (await newsOf(shopsClient)).slice(before);
    expect(news).toEqual([
      ['money-held', { path: '/balance/operations', amount: expect.stringMatching(/^[\d.]+ ETH$/) }],
    ]);
    expect(JSON.stringify(news)).not.toContain(niceId);
  });
});

describe('a client is notified of what becomes of held money', () => {
  test.each([
    ['freed', 'money-freed'],
    ['booked', 'money-taken'],
  ] as const)('where a person has %s it', async (decision, template) => {
    const client = await world.signInClient();
    const { payment } = await buy(client);
    await report(payment, 'chargeback');
    const [[, held] = []] = await newsOf(client);
    await decide[decision](client, 'BTC');
    const { amount } = z.object({ amount: z.string() }).parse(held);
    expect((await newsOf(client)).slice(1)).toEqual([[template, { path: '/balance/operations', amount }]]);
  });

  test('where a pay-out comes back after its payment was lost', async () => {
    const client = await world.signInClient();
    const { payment, amount } = await buy(client);
    const niceId = await spend(client, amount, toBank);
    await world.work();
    await report(payment, 'chargeback');
    expect(await newsOf(client)).toEqual([]);
    await sendBack(niceId);
    const [free, held = 0n] = await both(client, 'EUR');
    expect([free, held > 0n]).toEqual([0n, true]);
    const { number } = await see(client, niceId);
    const amountText = expect.stringMatching(/^[\d.]+ EUR$/);
    expect(await newsOf(client)).toEqual([
      ['money-held', { path: `/order-status/${niceId}`, amount: amountText, number }],
    ]);
  });
});
