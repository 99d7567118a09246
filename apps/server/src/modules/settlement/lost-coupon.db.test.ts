import { expect, test } from 'vitest';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';
import { findOrder } from '../order-lifecycle/store.ts';
import { offerNow } from './decide-money.ts';

const world = await openOrderWorld();

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
