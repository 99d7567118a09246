import { beforeAll, describe, expect, test } from 'vitest';
import { sayGivenBack } from '../acquirer-payins/fixtures/say-given-back.ts';
import { openLossWorld } from '../losses/fixtures/open-loss-world.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { savePartner } from '../partners/save-partner.ts';

const { world, report, buy } = await openLossWorld();
const { context } = world;
const { db } = context;

beforeAll(async () => {
  const { clientId } = await world.signInClient();
  const look = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
  const fee = { partnerKey: 'pk_cents', name: 'Cents', isMerchant: false, feePercent: 10_000 };
  await savePartner(context, { ...look, ...fee, clientId });
});

/** A payment of 250 EUR, of which the partner's fee is one hundredth. */
async function buyByPartner() {
  const { niceId, payment } = await buy(await world.signInClient(), { partner_key: 'pk_cents' });
  const ordered = db.selectFrom('orders').innerJoin('partnerFees', 'partnerFees.orderId', 'orders.orderId');
  const fee = () => ordered.select(['amount', 'lost']).where('niceId', '=', niceId).executeTakeFirstOrThrow();
  const losses = () =>
    db
      .selectFrom('partnerFeeLosses')
      .innerJoin('orders', 'orders.orderId', 'partnerFeeLosses.orderId')
      .select('lost')
      .where('niceId', '=', niceId)
      .execute();
  return { payment, lostOf: async () => (await fee()).lost, losses };
}

describe('a fee bears the share of the sum of what is lost, in however many parts it is', () => {
  test('no part is rounded up by itself, and each cent is borne that the sum comes to', async () => {
    const { payment, lostOf } = await buyByPartner();
    const borne: bigint[] = [];
    for (const part of ['0.30', '0.30', '0.30', '0.30', '0.80', '0.01']) {
      await report(payment, 'refunded', part);
      borne.push(await lostOf());
    }
    expect(borne).toEqual([1n, 1n, 1n, 2n, 2n, 3n]);
    await expectSound(world);
  });

  test('where all parts are won it bears nothing, and what is won in part stays with its rest', async () => {
    const { payment, lostOf, losses } = await buyByPartner();
    await report(payment, 'refunded', '0.40');
    await report(payment, 'refunded', '0.40');
    await report(payment, 'chargeback');
    expect(await lostOf()).toBe(250n);
    await sayGivenBack(context, payment, '125.00');
    expect([await lostOf(), await losses()]).toEqual([125n, [{ lost: 12_500n }]]);
    // What was refunded before the dispute is not back with it.
    await report(payment, 'won');
    expect([await lostOf(), await losses()]).toEqual([1n, [{ lost: 80n }]]);
    await sayGivenBack(context, payment, '0.00');
    expect([await lostOf(), await losses()]).toEqual([0n, []]);
  });
});
