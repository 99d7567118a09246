import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { collectTransfers } from '../bank-payins/collect-transfers.ts';
import { payByTransfer } from '../bank-payins/fixtures/pay-by-transfer.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { toPartnerOrder } from '../partner-webhooks/deliver-webhook.ts';
import { openPartnerPage } from '../promises/fixtures/open-partner-page.ts';
import { buyAtShop, openShop } from './fixtures/buy-at-shop.ts';

const world = await openOrderWorld();
const { context, sandbox } = world;
const shop = { partner_key: 'pk_a_shop', payout_currency: 'USD', payout_group: 'balance', dst_address: '' };

beforeAll(async () => void (await openShop(world)), 60_000);
afterEach(() => expectSound(world));

/** As webhooks and the partner's calls show it. */
async function shownToShop(niceId: string) {
  const order = await findOrder(context.db, { niceId });
  if (order === undefined) throw new Error(`There is no order ${niceId}.`);
  const { status, purchaseAmount, purchaseCurrency, payoutAmount } = toPartnerOrder(order, {
    status: order.status,
    reason: '',
  });
  return { status, purchaseAmount, purchaseCurrency, payoutAmount };
}

/** A part of a purchase comes, and the account under its e-mail address accepts that. */
async function acceptPart(purchase: Readonly<Record<string, string>>) {
  const client = await world.signInClient();
  const asked = { payin_group: 'sepa', purchase_amount: '200', ...purchase };
  const { nice_id: niceId } = await buyAtShop(world, client.email, asked);
  await world.work();
  await payByTransfer(world, niceId, '150.00');
  await collectTransfers(context);
  await world.work();
  const { body } = await world.call('/lt_decision', { nice_id: niceId, answer: 'yes' }, client.access);
  await world.work();
  return { niceId, codes: body.errors.map(({ code }) => code) };
}

describe('the purchase that a shop is shown is what it gets', () => {
  test('an order that is none says none, whatever its page typed', async () => {
    const client = await world.signInClient();
    const typed = { pay_to_partner: '1', purchase_amount: '1000', purchase_currency: 'USD', payin_amount: '30' };
    const { order } = await world.buy(client.access, { ...shop, ...typed });
    await sandbox.settlePayment(await world.paymentOf(order.nice_id), 'approved');
    await world.until(order.nice_id, 'finished');
    expect(await shownToShop(order.nice_id)).toMatchObject({ purchaseAmount: '', purchaseCurrency: '' });
  });

  test('a payer who calls it a donation pays all of it, or nothing is sold', async () => {
    const { niceId, codes } = await acceptPart({ is_donation: '1' });
    expect(codes).toEqual(['CANT_EXCHANGE']);
    expect(await shownToShop(niceId)).toMatchObject({ status: 'payin_pending', purchaseAmount: '200' });
  });

  test('of a donation that the shop’s own server has fixed a part may come', async () => {
    const page = await openPartnerPage(world, 'pk_a_shop')({ is_merchant: '1', is_donation: '1' });
    const { niceId, codes } = await acceptPart({ ...page, is_donation: '1' });
    expect(codes).toEqual([]);
    expect((await shownToShop(niceId)).status).toBe('finished');
  });
});
