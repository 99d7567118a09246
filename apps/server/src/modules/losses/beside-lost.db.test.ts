import { beforeAll, describe, expect, test } from 'vitest';
import { expectSound } from '../orders/fixtures/expect-sound.ts';
import { savePartner } from '../partners/save-partner.ts';
import { openLossWorld, toEther } from './fixtures/open-loss-world.ts';

const { world, both, free, report, buy, spend, withdraw, decide } = await openLossWorld();
const { context } = world;

beforeAll(async () => {
  const owner = await world.signInClient();
  const look = { allowedOrigins: [], isFloatingRate: true, theme: 'auto' as const, themeSettings: {} };
  const fee = { partnerKey: 'pk_fee', name: 'Fee', isMerchant: false, feePercent: 100_000 };
  await savePartner(context, { ...look, ...fee, clientId: owner.clientId });
});

/** Two purchases, of which three fifths have left for good, by a partner. */
async function withdrawn() {
  const client = await world.signInClient();
  const [first, second] = [(await buy(client)).payment, (await buy(client)).payment];
  const niceId = await withdraw(client, ((await free(client, 'BTC')) * 3n) / 5n, { partner_key: 'pk_fee' });
  return { client, first, second, niceId, left: await free(client, 'BTC') };
}

/** As `withdrawn`, and the other one was exchanged after that. */
async function exchanged() {
  const before = await withdrawn();
  await spend(before.client, before.left, toEther);
  return { ...before, ether: await free(before.client, 'ETH') };
}

const readFee = async (niceId: string) =>
  context.db
    .selectFrom('partnerFees')
    .innerJoin('orders', 'orders.orderId', 'partnerFees.orderId')
    .select(['amount', 'lost'])
    .where('niceId', '=', niceId)
    .executeTakeFirstOrThrow();

describe('what is left of two payments of which more than one has left', () => {
  test('is held for the one that is lost, and the partner bears its share of what has left', async () => {
    const { client, second, left, niceId } = await withdrawn();
    await report(second, 'chargeback');
    expect(await both(client, 'BTC')).toEqual([0n, left]);
    const { amount, lost } = await readFee(niceId);
    expect([lost > 0n, lost * 4n < amount]).toEqual([true, true]);
    await expectSound(world);
  });

  test('also where the other one was lost before it, and is won after it', async () => {
    const { client, first, second, left, niceId } = await withdrawn();
    for (const payment of [first, second]) await report(payment, 'chargeback');
    expect(await both(client, 'BTC')).toEqual([0n, left]);
    await report(first, 'won');
    expect(await both(client, 'BTC')).toEqual([0n, left]);
    const { amount, lost } = await readFee(niceId);
    expect([lost > 0n, lost * 4n < amount]).toEqual([true, true]);
    await expectSound(world);
    await report(second, 'won');
    expect(await both(client, 'BTC')).toEqual([left, 0n]);
    expect((await readFee(niceId)).lost).toBe(0n);
  });

  test('is held in what it became', async () => {
    const { client, second, ether } = await exchanged();
    await report(second, 'chargeback');
    expect(await both(client, 'ETH')).toEqual([0n, ether]);
  });

  test('in what it became too where the other one was lost before it, and is won after it', async () => {
    const { client, first, second, ether } = await exchanged();
    for (const payment of [first, second]) await report(payment, 'chargeback');
    await report(first, 'won');
    expect(await both(client, 'ETH')).toEqual([0n, ether]);
    await expectSound(world);
    await report(second, 'won');
    expect(await both(client, 'ETH')).toEqual([ether, 0n]);
  });

  test('also where a person had decided about an earlier loss of the same payment', async () => {
    const client = await world.signInClient();
    const [first, second] = [(await buy(client)).payment, (await buy(client)).payment];
    await report(second, 'chargeback');
    await decide.freed(client, 'BTC');
    await report(second, 'won');
    await withdraw(client, ((await free(client, 'BTC')) * 3n) / 5n);
    const left = await free(client, 'BTC');
    for (const payment of [first, second]) await report(payment, 'chargeback');
    await report(first, 'won');
    expect(await both(client, 'BTC')).toEqual([0n, left]);
  });
});

describe('a part that was given back for good', () => {
  test.each(['booked', 'freed'] as const)(
    'and %s by a person holds nothing of a dispute that is won',
    async (decision) => {
      const client = await world.signInClient();
      const { payment } = await buy(client);
      await report(payment, 'refunded', '50.00');
      const [whole = 0n, part = 0n] = await both(client, 'BTC');
      expect(part).toBeGreaterThan(0n);
      await decide[decision](client, 'BTC');
      const left = decision === 'booked' ? whole : whole + part;
      expect(await both(client, 'BTC')).toEqual([left, 0n]);
      await report(payment, 'chargeback');
      expect((await both(client, 'BTC'))[1]).toBeGreaterThan(0n);
      await report(payment, 'won');
      expect(await both(client, 'BTC')).toEqual([left, 0n]);
      await expectSound(world);
    },
  );
});

describe('money that is won back is its client’s', () => {
  test('where another loss had left before it came', async () => {
    const client = await world.signInClient();
    const { payment: lost, amount } = await buy(client);
    await withdraw(client, amount);
    await report(lost, 'chargeback');
    expect(await both(client, 'BTC')).toEqual([0n, 0n]);
    const other = await buy(client);
    await report(other.payment, 'chargeback');
    expect(await both(client, 'BTC')).toEqual([0n, other.amount]);
    await report(other.payment, 'won');
    expect(await both(client, 'BTC')).toEqual([other.amount, 0n]);
  });

  test('where a person has freed what was held for another loss', async () => {
    const client = await world.signInClient();
    const { payment: first, amount } = await buy(client);
    await withdraw(client, amount / 2n);
    await report(first, 'chargeback');
    const [, held = 0n] = await both(client, 'BTC');
    await decide.freed(client, 'BTC');
    expect(await both(client, 'BTC')).toEqual([held, 0n]);
    const { payment: second } = await buy(client);
    const after = await free(client, 'BTC');
    await report(second, 'chargeback');
    await report(second, 'won');
    expect(await both(client, 'BTC')).toEqual([after, 0n]);
  });
});
