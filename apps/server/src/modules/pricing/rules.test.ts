import type { Currency } from '@causeway/domain/currencies/currency';
import { currencyList } from '@causeway/domain/currencies/currency-list';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { paths } from '../../ledger/paths.ts';
import { conversionPostings } from './quote-record.ts';
import { makeRecord } from './price-pair.ts';
import { type PriceTerms, dearer, costOf, leastPayin, priceFromPayin } from './rules.ts';
import { samplePair, samplePrice, sampleSettings } from './fixtures/sample-prices.ts';

const fiat = currencyList.filter((currency) => !currency.isCrypto);
const crypto = currencyList.filter((currency) => currency.isCrypto && !currency.isVirtual);
const pairs = [
  ...fiat.flatMap((left) => crypto.flatMap((right) => [pair(left, right), pair(right, left)])),
  ...crypto.flatMap((left) => crypto.filter((right) => right !== left).map((right) => pair(left, right))),
];

function pair(payin: Currency, payout: Currency) {
  return { payin, payout, name: `${payin.code} to ${payout.code}` };
}

const percent = fc.integer({ min: 0, max: 300_000 });
/** Amounts of every size, from none to so many digits. */
const amountUpTo = (digits: number, min: bigint) =>
  fc.nat({ max: digits }).chain((size) => fc.bigInt({ min, max: 10n ** BigInt(size) }));
const amount = amountUpTo(30, 1n);

const fee = fc.record({
  percent,
  fixed: amountUpTo(20, 0n),
  min: amountUpTo(20, 0n),
});

/** Terms of any pair at the sample market's prices. */
const termsOfPair = fc
  .record({
    pair: fc.constantFrom(...pairs),
    marginPercent: percent,
    payinTerms: fee,
    payoutTerms: fee,
    spread: percent,
  })
  .map(({ pair, spread, ...fees }): PriceTerms & { pair: typeof pair } => {
    const rate = dearer(samplePrice(pair.payin, pair.payout), pair, [spread]);
    return { ...fees, rate, pair };
  });

const runs = { numRuns: 3_000 };

describe('a price', () => {
  test('its lines sum to the pay-in, each within one unit of the exact fee', () => {
    fc.assert(
      fc.property(termsOfPair, amount, (terms, payin) => {
        const parts = priceFromPayin(terms, payin);
        expect(parts.payinFee + parts.serviceFee + parts.networkFee + parts.exchanged).toBe(payin);
        expect(parts.payinFee >= 0n && parts.serviceFee >= 0n && parts.networkFee >= 0n).toBe(true);
        const service = BigInt(terms.marginPercent) * payin;
        const distance = parts.serviceFee * 1_000_000n - service;
        expect(distance > -1_000_000n && distance < 1_000_000n).toBe(true);
      }),
      runs,
    );
  });

  test('the client never gets more than the exchanged part is worth at the rate', () => {
    fc.assert(
      fc.property(termsOfPair, amount, (terms, payin) => {
        const { exchanged, payoutAmount } = priceFromPayin(terms, payin);
        const { numerator, denominator } = terms.rate;
        if (exchanged <= 0n) expect(payoutAmount).toBe(0n);
        else {
          expect(payoutAmount * numerator <= exchanged * denominator).toBe(true);
          expect((payoutAmount + 1n) * numerator > exchanged * denominator).toBe(true);
        }
      }),
      runs,
    );
  });

  test('more paid in never gives less', () => {
    fc.assert(
      fc.property(termsOfPair, amount, fc.bigInt({ min: 1n, max: 1_000n }), (terms, payin, more) => {
        fc.pre(terms.payinTerms.percent + terms.payoutTerms.percent + terms.marginPercent < 1_000_000);
        const less = priceFromPayin(terms, payin);
        expect(priceFromPayin(terms, payin + more).payoutAmount >= less.payoutAmount).toBe(true);
      }),
      runs,
    );
  });

  test('the least pay-in gives the pay-out, one unit less does not', () => {
    fc.assert(
      fc.property(termsOfPair, amount, (terms, payout) => {
        const least = leastPayin(terms, payout);
        fc.pre(least !== undefined);
        expect(priceFromPayin(terms, least).payoutAmount >= payout).toBe(true);
        expect(priceFromPayin(terms, least - 1n).payoutAmount < payout).toBe(true);
      }),
      runs,
    );
  });

  test('a pay-out typed, paid with the pay-in answered, is the same price', () => {
    fc.assert(
      fc.property(termsOfPair, amount, (terms, payin) => {
        const { payoutAmount } = priceFromPayin(terms, payin);
        fc.pre(payoutAmount > 0n);
        const least = leastPayin(terms, payoutAmount);
        expect(least !== undefined && least <= payin).toBe(true);
        expect(priceFromPayin(terms, least ?? 0n).payoutAmount).toBe(payoutAmount);
      }),
      runs,
    );
  });

  test('percents that leave nothing have no pay-in', () => {
    const half = { percent: 400_000, fixed: 0n, min: 0n };
    const rate = { numerator: 1n, denominator: 1n };
    expect(leastPayin({ rate, marginPercent: 200_000, payinTerms: half, payoutTerms: half }, 1n)).toBeUndefined();
  });
});

describe('every pair of the built-in currencies', () => {
  const amounts = [
    1n,
    2n,
    9n,
    99n,
    12_345n,
    3_000_001n,
    999_999_999n,
    10n ** 14n + 7n,
    10n ** 18n + 1n,
    10n ** 24n + 13n,
  ];

  test(`${fiat.length} fiat and ${crypto.length} crypto: round trips lose, typing either side agrees`, () => {
    expect(pairs).toHaveLength(fiat.length * crypto.length * 2 + crypto.length * (crypto.length - 1));
    for (const { payin, payout, name } of pairs) {
      const there = freeTerms(payin, payout);
      const back = freeTerms(payout, payin);
      for (const units of amounts) {
        const bought = priceFromPayin(there, units).payoutAmount;
        const returned = priceFromPayin(back, bought).payoutAmount;
        expect(returned <= units, `${name}: ${units} came back as ${returned}`).toBe(true);
        const least = leastPayin(there, units) ?? -1n;
        expect(priceFromPayin(there, least).payoutAmount >= units, `${name}: ${least} buys less than ${units}`).toBe(
          true,
        );
        expect(priceFromPayin(there, least - 1n).payoutAmount < units, `${name}: ${least} is not the least`).toBe(true);
      }
    }
  });

  /** Without any fee, so that only the market and rounding separate there from back. */
  function freeTerms(payin: Currency, payout: Currency): PriceTerms {
    const free = { percent: 0, fixed: 0n, min: 0n };
    const rate = dearer(samplePrice(payin, payout), { payin, payout }, []);
    return { rate, marginPercent: 0, payinTerms: free, payoutTerms: free };
  }
});

describe('A-100 a fee is the larger of the minimum and percent plus fixed', () => {
  const rate = { numerator: 1n, denominator: 1n };
  const none = { percent: 0, fixed: 0n, min: 0n };
  test.each([
    [10_000n, 175n],
    [20_000n, 325n],
    [1n, 150n],
  ])('of %s cents it is %s', (payin, expected) => {
    const payinTerms = { percent: 15_000, fixed: 25n, min: 150n };
    expect(priceFromPayin({ rate, marginPercent: 0, payinTerms, payoutTerms: none }, payin).payinFee).toBe(expected);
  });
});

describe('the record of a price and its postings', () => {
  const input = fc.record({
    pair: fc.constantFrom(...pairs),
    payinTerms: fee,
    payoutTerms: fee,
    spread: percent,
    amount,
    side: fc.constantFrom('payin', 'payout'),
  });

  test('every currency sums to zero, the order keeps its payout, rounding goes to the operator and is less than a unit of payout', () => {
    fc.assert(
      fc.property(input, ({ pair, payinTerms, payoutTerms, spread, amount, side }) => {
        const rate = dearer(samplePrice(pair.payin, pair.payout), pair, [spread]);
        const terms = { rate, marginPercent: sampleSettings.marginPercent, payinTerms, payoutTerms };
        const payinAmount = side === 'payin' ? amount : leastPayin(terms, amount);
        fc.pre(payinAmount !== undefined);
        const one = { numerator: 1n, denominator: 1n };
        const record = makeRecord({
          pair: samplePair(pair.payin, pair.payout, payinTerms, payoutTerms),
          settings: sampleSettings,
          quoted: { rate, payinEur: one, payoutEur: one, ratedAt: new Date(0) },
          terms,
          isFloatingRate: true,
          payinAmount,
          typedPayout: side === 'payout' ? amount : undefined,
        });
        if (record === undefined) return;
        const held = new Map<string, bigint>([[`${paths.order('CW1')} ${pair.payin.code}`, payinAmount]]);
        for (const { from, to, amount: moved, currency } of conversionPostings(record, 'CW1')) {
          expect(moved > 0n).toBe(true);
          held.set(`${from} ${currency}`, (held.get(`${from} ${currency}`) ?? 0n) - moved);
          held.set(`${to} ${currency}`, (held.get(`${to} ${currency}`) ?? 0n) + moved);
        }
        expect(held.get(`order:CW1 ${pair.payin.code}`)).toBe(0n);
        expect(held.get(`order:CW1 ${pair.payout.code}`)).toBe(record.payoutAmount);
        expect(held.get(`rounding ${pair.payin.code}`) ?? 0n).toBe(record.rounding);
        if (side === 'payout') expect(record.payoutAmount).toBe(amount);
        // The remainder never reaches the cost of one more unit of payout, or of pay-in where that is coarser.
        const mostLeft = costOf(rate, 1n) > 1n ? costOf(rate, 1n) : 1n;
        expect(record.rounding >= 0n && record.rounding <= mostLeft, `${record.rounding} of ${mostLeft}`).toBe(true);
      }),
      runs,
    );
  });
});
