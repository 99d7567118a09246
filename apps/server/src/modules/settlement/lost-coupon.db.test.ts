import { expect, test } from 'vitest';
import { z } from 'zod';
import { collectTransfers } from '../bank-payins/collect-transfers.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { offerNow } from './decide-money.ts';

const world = await openOrderWorld();
const { db } = world.context;
const owned = z.looseObject({
  purchase_params_payin: z.object({ sepa_account: z.object({ iban: z.string(), reference: z.string() }) }),
});

/** Orders for 500 EUR with a coupon of its own, which is for so much at least, pays 300, and takes that. */
async function acceptPart(access: string, code: string, percentOff: number, meanwhile: () => Promise<void>) {
  const coupon = { code, percentOff, startsAt: new Date(0), createdAt: new Date(), payinMinEur: 50_000n };
  await db.insertInto('coupons').values(coupon).execute();
  const asked = { payin_group: 'sepa', payin_amount: '500', payout_group: 'balance', dst_address: '', coupon: code };
  const { order } = await world.buy(access, asked);
  await world.work();
  const { sepa_account: account } = owned.parse(await world.read(order.nice_id, access)).purchase_params_payin;
  const sender = { sender_name: 'Ada Lovelace', sender_iban: 'DE89370400440532013000', currency: 'EUR' };
  await world.sandbox.bankTransfer({ ...sender, ...account, amount: '300', notify: 0 });
  await collectTransfers(world.context);
  await world.work();
  await meanwhile();
  const { body } = await world.call('/lt_decision', { nice_id: order.nice_id, answer: 'yes' }, access);
  expect(body.errors).toEqual([]);
  const bought = await world.read(order.nice_id, access);
  expect(bought).toMatchObject({ status: 'finished' });
  await expectSound(world);
  return { details: bought['details'], again: () => world.buy(access, asked) };
}

test('a coupon that a part is too little for is not used up by it', async () => {
  const { details, again } = await acceptPart(await world.signIn(), 'ONE', 100, async () => undefined);
  expect(details).toMatchObject({ margin_percent: '1.4000' });
  expect((await again()).body.errors).toEqual([]);
  expect((await again()).body.errors).toMatchObject([{ code: 'COUPON_USED' }]);
});

test('a part costs no less than was promised with the coupon, whatever the fee is by then', async () => {
  const charge = async (marginPercent: number) => {
    await db.updateTable('pricingSettings').set({ marginPercent }).execute();
    await new Promise((resolve) => setTimeout(resolve, 1100));
  };
  const { details } = await acceptPart(await world.signIn(), 'TEN', 10, () => charge(10_000));
  await charge(14_000);
  expect(details).toMatchObject({ margin_percent: '1.2600' });
});

test('a coupon’s least amount is judged on what is paid', async () => {
  const access = await world.signIn();
  const { order } = await world.buy(access, { payin_group: 'sepa', payin_amount: '500', coupon: 'BIG' });
  const made = await findOrder(world.context.db, { niceId: order.nice_id });
  if (made === undefined) throw new Error('there is no order');
  expect(made.pricing.discount?.code).toBe('BIG');
  const offerOf = async (receivedAmount: bigint) => {
    const offer = await offerNow(world.context, world.context.db, { ...made, receivedAmount });
    if ('refused' in offer) throw new Error(offer.refused);
    return offer.record;
  };
  const part = await offerOf(4_000n);
  expect(part.discount).toBeUndefined();
  expect(part.serviceFee).toBe(56n);
  const whole = await offerOf(50_000n);
  expect(whole.discount?.code).toBe('BIG');
  expect(whole.serviceFee).toBeLessThan(700n);
});
