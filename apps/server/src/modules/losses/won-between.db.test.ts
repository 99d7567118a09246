import { formatUnits } from '@causeway/domain/currencies/format-units';
import { livesOf } from '@causeway/testing/test-length';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sayGivenBack } from '../acquirer-payins/fixtures/say-given-back.ts';
import { openLossWorld, toEther } from './fixtures/open-loss-world.ts';

// Of three payments any part is lost and won between the losses of the others: no more is held than is lost, what was
// bought before the first of the lost money came stays free, and after all is lost nothing is, after all is won all.
const { world, both, free, buy, spend, withdraw } = await openLossWorld();
const { context } = world;

const whole = 25_000n;
const cents = (amount: bigint) => formatUnits(amount, 'EUR');
const quarters = fc.bigInt(0n, 4n);
/** A payment, and what of the coins on the balance is exchanged, and then withdrawn, before the next one. */
const purchase = fc.record({ exchanged: quarters, back: fc.constantFrom(0n, 0n, 1n, 2n), withdrawn: quarters });
type Purchase = typeof purchase extends fc.Arbitrary<infer Value> ? Value : never;
/** How much of a payment is given back in all. */
const turn = fc.record({ of: fc.nat(2), lost: fc.constantFrom(0n, 1n, 2500n, 10_000n, 20_000n, whole) });

const toBitcoin = { payin_currency: 'ETH', payout_currency: 'BTC', payout_group: 'balance', dst_address: '' };

async function buyAndSpend(purchases: readonly Purchase[]) {
  const client = await world.signInClient();
  const share = async (of: bigint, currency = 'BTC') => ((await free(client, currency)) * of) / 4n;
  const payments: { id: string; amount: bigint }[] = [];
  const earlier: bigint[] = [];
  let rate: { cost: bigint; ether: bigint } | undefined;
  for (const purchase of purchases) {
    earlier.push(await free(client, 'ETH'));
    const bought = await buy(client);
    payments.push({ id: bought.payment, amount: bought.amount });
    const amount = await share(purchase.exchanged);
    const before = await free(client, 'ETH');
    if (amount > 0n) {
      await spend(client, amount, toEther);
      const ether = (await free(client, 'ETH')) - before;
      if (rate === undefined || amount > rate.cost) rate = { cost: amount, ether };
    }
    const back = await share(purchase.back, 'ETH');
    if (back > 0n) await spend(client, back, toBitcoin);
    const sent = await share(purchase.withdrawn);
    if (sent > 0n) await withdraw(client, sent);
  }
  return { client, payments, earlier, rate };
}

const life = [
  fc.array(purchase, { minLength: 2, maxLength: 3 }),
  fc.array(turn, { minLength: 3, maxLength: 10 }),
] as const;

/** Parts of a loss had come to one order by two others: the wrong one of them was taken for the giver. */
const byTwo: [Purchase[], { of: number; lost: bigint }[]] = [
  [
    { exchanged: 2n, back: 1n, withdrawn: 4n },
    { exchanged: 3n, back: 0n, withdrawn: 4n },
    { exchanged: 2n, back: 1n, withdrawn: 4n },
  ],
  [
    { of: 2, lost: 2500n },
    { of: 0, lost: 10_000n },
    { of: 1, lost: whole },
  ],
];

test('whatever is lost and won in parts between other losses', async () => {
  const lives = fc.asyncProperty(...life, async (purchases, turns) => {
    const { client, payments, earlier, rate } = await buyAndSpend(purchases);
    const all = async () => [await both(client, 'BTC'), await both(client, 'ETH')];
    const before = await all();
    const lost = new Map<number, bigint>();
    let hasWon = false;
    const say = async (of: number, sum: bigint) => {
      const payment = payments[of % payments.length];
      if (payment === undefined) return;
      // What is free again may be held for others, whatever it had become before their money came.
      hasWon ||= sum < (lost.get(of % payments.length) ?? 0n);
      lost.set(of % payments.length, sum);
      await sayGivenBack(context, payment.id, cents(sum));
      const [[, bitcoin = 0n] = [], [ether = 0n, heldEther = 0n] = []] = await all();
      const worth = bitcoin + (rate === undefined ? 0n : (heldEther * rate.cost) / rate.ether);
      const most = payments.reduce((most, { amount }, place) => most + (amount * (lost.get(place) ?? 0n)) / whole, 0n);
      expect(worth, 'no more is held than is lost').toBeLessThanOrEqual((most * 101n) / 100n + 3n);
      const first = payments.findIndex((_payment, place) => (lost.get(place) ?? 0n) > 0n);
      const untouched = first === -1 ? before[1]?.[0] : earlier[first];
      if (!hasWon && purchases.every(({ back }) => back === 0n))
        expect(ether, 'what was bought before is free').toBeGreaterThanOrEqual(untouched ?? 0n);
    };
    for (const { of, lost: sum } of turns) await say(of, sum);
    for (const place of payments.keys()) await say(place, whole);
    expect(
      (await all()).map(([left]) => left),
      'nothing lost can be spent',
    ).toEqual([0n, 0n]);
    for (const place of payments.keys()) await say(place, 0n);
    expect(await all(), 'what is won is free').toEqual(before);
  });
  await fc.assert(lives, { numRuns: livesOf(2), examples: [byTwo], endOnFailure: true });
}, 900_000);
