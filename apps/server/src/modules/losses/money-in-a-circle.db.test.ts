import { beforeAll, expect, test } from 'vitest';
import type { SignedInClient } from '../orders/fixtures/open-order-world.ts';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { savePartner } from '../partners/save-partner.ts';
import { openLossWorld, toEther } from './fixtures/open-loss-world.ts';

const { world, both, free, report, buy, spend } = await openLossWorld();
const { context } = world;
const toBitcoin = { payin_currency: 'ETH', payout_currency: 'BTC', payout_group: 'balance', dst_address: '' };

beforeAll(async () => {
  const { clientId } = await world.signInClient();
  const look = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
  const fee = { partnerKey: 'pk_circle', name: 'Circle', isMerchant: false, feePercent: 10_000 };
  await savePartner(context, { ...look, ...fee, clientId });
});

/** Bitcoin becomes ether, and half of the ether bitcoin again. @returns the number of the first order */
async function goRound(client: SignedInClient, amount: bigint, changes: Readonly<Record<string, string>> = {}) {
  const niceId = await spend(client, amount, { ...toEther, ...changes });
  const half = (await free(client, 'ETH')) / 2n;
  await spend(client, half - (half % 10n ** 10n), toBitcoin);
  return niceId;
}

const lossesOf = ({ clientId }: SignedInClient) =>
  context.db
    .selectFrom('orderLosses')
    .innerJoin('orders', 'orders.orderId', 'orderLosses.orderId')
    .select(['niceId', 'payinAmount', 'lost'])
    .where('clientId', '=', clientId)
    .execute();

test('a loss that found all of its money takes nothing of what another win frees', async () => {
  const client = await world.signInClient();
  const first = await buy(client);
  const second = await buy(client);
  await report(first.payment, 'chargeback');
  await goRound(client, second.amount / 4n);
  await report(second.payment, 'chargeback');
  expect(await free(client, 'BTC')).toBe(0n);
  expect(await free(client, 'ETH')).toBe(0n);
  await report(first.payment, 'won');
  // A hundredth for the fees of the circle.
  expect(await free(client, 'BTC')).toBeGreaterThan((first.amount * 99n) / 100n);
  await expectSound(world);
});

test('an order at the start of a circle is lost once, and no more of it than is held as what it bought', async () => {
  const client = await world.signInClient();
  const { payment, amount } = await buy(client);
  const niceId = await goRound(client, amount / 4n, { partner_key: 'pk_circle' });
  const before = [await free(client, 'BTC'), await free(client, 'ETH')];
  await report(payment, 'chargeback');
  expect([await both(client, 'BTC'), await both(client, 'ETH')]).toEqual(before.map((all) => [0n, all]));
  const rows = (await lossesOf(client)).filter((row) => row.niceId === niceId);
  const lost = rows.reduce((sum, row) => sum + row.lost, 0n);
  expect(lost).toBeGreaterThan(0n);
  // A half became bitcoin again, and is held as such.
  expect(lost).toBeLessThan(((amount / 4n) * 60n) / 100n);
  await expectSound(world);
});

test('two circles of the money are followed a few times', async () => {
  const client = await world.signInClient();
  const { payment, amount } = await buy(client);
  for (let turn = 0; turn < 2; turn += 1) await goRound(client, amount / 4n);
  const before = [await free(client, 'BTC'), await free(client, 'ETH')];
  await report(payment, 'chargeback');
  expect([await both(client, 'BTC'), await both(client, 'ETH')]).toEqual(before.map((all) => [0n, all]));
  expect((await lossesOf(client)).length).toBeLessThan(10);
  await report(payment, 'won');
  expect([await both(client, 'BTC'), await both(client, 'ETH')]).toEqual(before.map((all) => [all, 0n]));
  expect(await lossesOf(client)).toEqual([]);
  await expectSound(world);
});
