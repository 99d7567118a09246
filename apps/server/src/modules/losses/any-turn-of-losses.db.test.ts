import { formatUnits } from '@causeway/domain/currencies/format-units';
import { livesOf } from '@causeway/testing/test-length';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { sayGivenBack } from '../acquirer-payins/fixtures/say-given-back.ts';
import { openLossWorld, toEther } from './fixtures/open-loss-world.ts';

const { world, both, free, buy, spend, withdraw } = await openLossWorld();
const { context } = world;

/** Two payments of 250 EUR: the bitcoin of the first, and half of that of the second, become ether. */
async function openLife() {
  const client = await world.signInClient();
  const first = await buy(client);
  await spend(client, first.amount, toEther);
  const ether = await free(client, 'ETH');
  const second = await buy(client);
  await withdraw(client, second.amount / 2n);
  await spend(client, await free(client, 'BTC'), toEther);
  return { client, first, second, ether };
}

test('the same losses in another turn hold the same worth', async () => {
  const one = await openLife();
  const other = await openLife();
  for (const [payment, lost] of [
    [one.second.payment, '250.00'],
    [one.first.payment, '50.00'],
    [one.second.payment, '100.00'],
    [other.first.payment, '50.00'],
    [other.second.payment, '100.00'],
  ] as const)
    await sayGivenBack(context, payment, lost);
  const worthOf = async ({ client }: typeof one) => {
    const [, bitcoin = 0n] = await both(client, 'BTC');
    const [, ether = 0n] = await both(client, 'ETH');
    return bitcoin + (ether * one.first.amount) / one.ether;
  };
  const held = await worthOf(one);
  const heldOther = await worthOf(other);
  expect(held).toBeGreaterThan(0n);
  expect(held).toBeGreaterThan((heldOther * 99n) / 100n);
  expect(heldOther).toBeGreaterThan((held * 99n) / 100n);
});

const cents = (amount: bigint) => formatUnits(amount, 'EUR');
const quarters = fc.bigInt(0n, 4n);

/** A payment, and what of the bitcoin on the balance is exchanged and then withdrawn before the next one. */
const purchase = fc.record({ exchanged: quarters, withdrawn: quarters });
type Purchase = typeof purchase extends fc.Arbitrary<infer Value> ? Value : never;

async function buyAndSpend(purchases: readonly Purchase[]) {
  const client = await world.signInClient();
  const share = async (of: bigint) => ((await free(client, 'BTC')) * of) / 4n;
  const payments: string[] = [];
  const earlier: bigint[] = [];
  let exchanged = 0n;
  for (const purchase of purchases) {
    earlier.push(await free(client, 'ETH'));
    payments.push((await buy(client)).payment);
    const amount = await share(purchase.exchanged);
    if (amount > 0n) await spend(client, amount, toEther);
    exchanged += amount;
    const sent = await share(purchase.withdrawn);
    if (sent > 0n) await withdraw(client, sent);
  }
  return { client, payments, exchanged, earlier, ether: await free(client, 'ETH') };
}

const part = fc.record({
  of: fc.nat(2),
  cents: fc.constantFrom<bigint[]>(1n, 2500n, 5000n, 10_000n, 25_000n),
  turn: fc.nat(99),
  otherTurn: fc.nat(99),
});
const life = [
  fc.array(purchase, { minLength: 2, maxLength: 3 }),
  fc.array(part, { minLength: 2, maxLength: 6 }),
] as const;

type Part = typeof part extends fc.Arbitrary<infer Value> ? Value : never;

const [bought, gone] = [
  (exchanged: bigint) => ({ exchanged, withdrawn: 0n }),
  (withdrawn: bigint) => ({ exchanged: 0n, withdrawn }),
];
/** Lost in the turns of the first numbers, and of the second. */
const lostIn = (...parts: [of: number, cents: bigint, turn: number, otherTurn: number][]): Part[] =>
  parts.map(([of, amount, turn, otherTurn]) => ({ of, cents: amount, turn, otherTurn }));
/** Each held too much, in one turn or in both. */
const known: [Purchase[], Part[]][] = [
  // In parts, of what earlier money had bought.
  [[bought(1n), gone(4n)], lostIn([1, 10_000n, 0, 2], [1, 25_000n, 1, 1], [0, 2500n, 2, 0])],
  // Again for each part, for what another loss had taken in its place.
  [
    [bought(2n), { exchanged: 1n, withdrawn: 1n }, gone(2n)],
    lostIn([2, 25_000n, 0, 4], [0, 10_000n, 1, 1], [2, 2500n, 2, 2], [2, 2500n, 3, 3], [2, 10_000n, 4, 0]),
  ],
  // Of what honest money had bought before any of the lost came.
  [[bought(4n), gone(2n), gone(4n)], lostIn([1, 25_000n, 0, 1], [2, 25_000n, 1, 0])],
  // Of the first money, in place of what the second could not have taken of it.
  [
    [bought(4n), { exchanged: 1n, withdrawn: 3n }, gone(3n)],
    lostIn([1, 2500n, 1, 0], [0, 5000n, 4, 1], [0, 5000n, 0, 2], [2, 25_000n, 2, 4], [1, 10_000n, 3, 3]),
  ],
];

test('whatever was spent, and in whatever parts and turn it is lost and won', async () => {
  const lives = fc.asyncProperty(...life, async (purchases, parts) => {
    const worth: bigint[] = [];
    for (const turn of ['turn', 'otherTurn'] as const) {
      const { client, payments, exchanged, earlier, ether } = await buyAndSpend(purchases);
      const all = async () => [await both(client, 'BTC'), await both(client, 'ETH')];
      const before = await all();
      const lost = new Map<string, bigint>();
      for (const { of, cents: more } of parts.toSorted((one, next) => one[turn] - next[turn])) {
        const payment = payments[of % payments.length] ?? '';
        const sum = (lost.get(payment) ?? 0n) + more;
        lost.set(payment, sum < 25_000n ? sum : 25_000n);
        await sayGivenBack(context, payment, cents(lost.get(payment) ?? 0n));
      }
      const [[, bitcoin = 0n] = [], [left = 0n, held = 0n] = []] = await all();
      // What was bought before any of the lost money came.
      const first = payments.findIndex((payment) => lost.has(payment));
      expect(left).toBeGreaterThanOrEqual(earlier[first] ?? 0n);
      worth.push(bitcoin + (ether === 0n ? 0n : (held * exchanged) / ether));
      for (const payment of turn === 'turn' ? lost.keys() : [...lost.keys()].toReversed())
        await sayGivenBack(context, payment, '0.00');
      expect(await all()).toEqual(before);
    }
    const [held = 0n, heldOther = 0n] = worth;
    expect(held).toBeGreaterThanOrEqual((heldOther * 99n) / 100n - 3n);
    expect(heldOther).toBeGreaterThanOrEqual((held * 99n) / 100n - 3n);
  });
  const numRuns = known.length + livesOf(1);
  await fc.assert(lives, { numRuns, examples: known, endOnFailure: true });
}, 900_000);
