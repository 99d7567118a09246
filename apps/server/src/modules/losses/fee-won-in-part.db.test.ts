import { beforeAll, expect, test } from 'vitest';
import { sayGivenBack } from '../acquirer-payins/fixtures/say-given-back.ts';
import { savePartner } from '../partners/save-partner.ts';
import { openLossWorld, toEther } from './fixtures/open-loss-world.ts';

const { world, both, report, buy, spend, decide } = await openLossWorld();
const { context } = world;

beforeAll(async () => {
  const { clientId } = await world.signInClient();
  const look = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
  const fee = { partnerKey: 'pk_part', name: 'Part', isMerchant: false, feePercent: 100_000 };
  await savePartner(context, { ...look, ...fee, clientId });
});

const feeOf = (niceId: string) =>
  context.db
    .selectFrom('partnerFees')
    .innerJoin('orders', 'orders.orderId', 'partnerFees.orderId')
    .select(['amount', 'lost'])
    .where('niceId', '=', niceId)
    .executeTakeFirstOrThrow();

test.each(['booked', 'left held'] as const)(
  'a partner has its share of what is won in part, with the money of the client %s',
  async (decision) => {
    const client = await world.signInClient();
    const bought = await buy(client, { partner_key: 'pk_part' });
    await report(bought.payment, 'chargeback');
    const { amount, lost } = await feeOf(bought.niceId);
    expect(amount).toBeGreaterThan(0n);
    expect(lost).toBe(amount);
    expect(await both(client, 'BTC')).toEqual([0n, bought.amount]);
    if (decision === 'booked') await decide.booked(client, 'BTC');
    await sayGivenBack(context, bought.payment, '50.00');
    // A fifth of the payment stays lost.
    const { lost: left } = await feeOf(bought.niceId);
    expect(left).toBeGreaterThanOrEqual(amount / 5n - 1n);
    expect(left).toBeLessThanOrEqual(amount / 5n + 1n);
    const [free = 0n, held = 0n] = await both(client, 'BTC');
    if (decision === 'booked') return expect([free, held]).toEqual([0n, 0n]);
    expect(free + held).toBe(bought.amount);
    expect(held).toBeLessThanOrEqual(bought.amount / 5n + 1n);
  },
);

test('a partner of what was bought with lost money has its share of each part that is won after a decision', async () => {
  const client = await world.signInClient();
  const bought = await buy(client);
  const niceId = await spend(client, bought.amount, { ...toEther, partner_key: 'pk_part' });
  await report(bought.payment, 'chargeback');
  const { amount, lost } = await feeOf(niceId);
  expect(lost).toBe(amount);
  await decide.booked(client, 'ETH');
  for (const [given, parts] of [
    ['150.00', 6n],
    ['50.00', 2n],
  ] as const) {
    await sayGivenBack(context, bought.payment, given);
    const { lost: left } = await feeOf(niceId);
    // So many tenths of the payment stay lost.
    expect(left).toBeGreaterThanOrEqual((amount * parts) / 10n - 1n);
    expect(left).toBeLessThanOrEqual((amount * parts) / 10n + 2n);
  }
  await report(bought.payment, 'won');
  expect((await feeOf(niceId)).lost).toBe(0n);
});
