import { divideDown, divideUp } from '@causeway/domain/money/divide';
import { type Ratio, reduceRatio } from '../rates/cross-price.ts';
import type { FeeTerms, QuoteRecord } from './quote-record.ts';
import type { Currency } from '@causeway/domain/currencies/currency';
import { powerOfTen } from '@causeway/domain/money/power-of-ten';
import type { Rates } from '../../context.ts';
import type { PricingSettings } from '../currencies/price-list.ts';

/** A whole in ten-thousandths of a percent. */
const percentWhole = 1_000_000n;

/** Terms of a price. All amounts are in smallest units. */
export interface PriceTerms {
  /** Smallest pay-in units that one smallest pay-out unit costs. */
  rate: Ratio;
  marginPercent: number;
  /** Fee on top of a partner, of the pay-in. */
  partnerPercent?: number | undefined;
  /** Fixed and minimum in pay-in units. */
  payinTerms: FeeTerms;
  /** Percent of the pay-in; fixed and minimum in pay-out units, valued at the rate. */
  payoutTerms: FeeTerms;
}

/** How a pay-in is used up, all in smallest pay-in units except `payoutAmount`. */
export interface PriceParts {
  payinFee: bigint;
  serviceFee: bigint;
  networkFee: bigint;
  /** Only with a partner who charges one. */
  partnerFee: bigint | undefined;
  /** What is left of the pay-in after the fees; below zero when they exceed it. */
  exchanged: bigint;
  /** The most that `exchanged` buys, in smallest pay-out units. */
  payoutAmount: bigint;
}

/**
 * One linear fee over the pay-in, as fractions with the common denominator of `scaleOf`: `percent` of the pay-in plus
 * `constant`.
 */
interface Line {
  percent: bigint;
  constant: bigint;
}

/** The terms of a pair as whole numbers with one denominator. */
interface Scaled {
  /** Denominator of every fee: the whole of a percent times the denominator of the rate. */
  scale: bigint;
  margin: bigint;
  partner: bigint;
  payin: [Line, Line];
  payout: [Line, Line];
}

const scaleTerms = oncePer(
  ({ rate, marginPercent, partnerPercent = 0, payinTerms, payoutTerms }: PriceTerms): Scaled => {
    const scale = percentWhole * rate.denominator;
    return {
      scale,
      margin: BigInt(marginPercent),
      partner: BigInt(partnerPercent),
      payin: linesOf(payinTerms, scale),
      payout: linesOf(payoutTerms, percentWhole * rate.numerator),
    };
  },
);

/** The two lines of a fee, of which the larger applies; `unit` is a smallest unit of its currency, scaled. */
function linesOf(fee: FeeTerms, unit: bigint): [Line, Line] {
  return [
    { percent: BigInt(fee.percent), constant: fee.fixed * unit },
    { percent: 0n, constant: fee.min * unit },
  ];
}

/** @param amount of the pay-in times the denominator of the rate */
function largest([first, second]: readonly [Line, Line], amount: bigint): bigint {
  const growing = first.percent * amount + first.constant;
  return growing > second.constant ? growing : second.constant;
}

/**
 * The price of a pay-in. The fees are added up exactly and rounded up at each step: each line is the growth of the
 * rounded sum, so the lines sum to the total, which is rounded once. The payout is rounded down once.
 */
export function priceFromPayin(terms: PriceTerms, payinAmount: bigint): PriceParts {
  const { scale, margin, partner, payin, payout } = scaleTerms(terms);
  const amount = payinAmount * terms.rate.denominator;
  const payinFee = largest(payin, amount);
  const withService = payinFee + margin * amount;
  const withNetwork = withService + largest(payout, amount);
  const first = divideUp(payinFee, scale);
  const second = divideUp(withService, scale);
  const third = divideUp(withNetwork, scale);
  const total = partner === 0n ? third : divideUp(withNetwork + partner * amount, scale);
  const exchanged = payinAmount - total;
  return {
    payinFee: first,
    serviceFee: second - first,
    networkFee: third - second,
    partnerFee: partner === 0n ? undefined : total - third,
    exchanged,
    payoutAmount: exchanged <= 0n ? 0n : divideDown(exchanged * terms.rate.denominator, terms.rate.numerator),
  };
}

/** What a pay-out costs at the rate, rounded up, in smallest pay-in units. */
export function costOf(rate: Ratio, payoutAmount: bigint): bigint {
  return divideUp(payoutAmount * rate.numerator, rate.denominator);
}

/**
 * The least pay-in whose payout is at least the given one; `undefined` when the percents leave nothing. Exact: a pay-in
 * suffices if and only if it covers the cost and the fees along every choice of their lines, so the least one is the
 * largest of four solutions.
 */
export function leastPayin(terms: PriceTerms, payoutAmount: bigint): bigint | undefined {
  const scaled = scaleTerms(terms);
  const cost = costOf(terms.rate, payoutAmount) * scaled.scale;
  let least = 0n;
  for (const payin of scaled.payin) {
    for (const payout of scaled.payout) {
      const kept = percentWhole - payin.percent - payout.percent - scaled.margin - scaled.partner;
      if (kept <= 0n) return undefined;
      const needed = divideUp(cost + payin.constant + payout.constant, kept * terms.rate.denominator);
      if (needed > least) least = needed;
    }
  }
  return least;
}

/** Computes a value once for each object, which must not change, and caches it as long as the object lives. */
export function oncePer<Key extends object, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const known = new WeakMap<Key, { value: Value }>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before.value;
    const value = work(key);
    known.set(key, { value });
    return value;
  };
}

/** The rate of a pair for a client at one moment. */
export interface QuotedRate {
  /** Smallest pay-in units that one smallest pay-out unit costs, spread and premium included. */
  rate: Ratio;
  /** Cents that one smallest unit of each side is worth at the market. */
  payinEur: Ratio;
  payoutEur: Ratio;
  /** When the market made the prices. */
  ratedAt: Date;
}

/**
 * The quoted rate of a client: the market's price, dearer by the spread, and by the premium when the rate is fixed.
 * `undefined` while the market has no price that is fresh enough.
 */
export function quoteRate(
  rates: Rates,
  settings: PricingSettings,
  pair: { payin: Currency; payout: Currency },
  isFloatingRate: boolean,
): QuotedRate | undefined {
  const maxAge = settings.rateMaxAgeSeconds;
  const price = rates.getPrice(pair.payin.asset, pair.payout.asset, maxAge);
  const payinEur = valueInEur(rates, pair.payin, maxAge);
  const payoutEur = valueInEur(rates, pair.payout, maxAge);
  if (price === undefined || payinEur === undefined || payoutEur === undefined) return undefined;
  // Money put on the balance of its own currency, or taken from it, is not exchanged: one to one, without a spread.
  const isKept = pair.payin.code === pair.payout.code || pair.payin.code === pair.payout.balanceCurrency;
  const percents = isFloatingRate ? [settings.spreadPercent] : [settings.spreadPercent, settings.fixedRatePercent];
  const rate = isKept ? dearer(oneToOne, pair, []) : dearer(price, pair, percents);
  return { rate, payinEur, payoutEur, ratedAt: price.at };
}

const oneToOne: Ratio = { numerator: 1n, denominator: 1n };

/** A market price of whole units, dearer by so many percents, in smallest units. */
export function dearer(price: Ratio, pair: { payin: Currency; payout: Currency }, percents: readonly number[]): Ratio {
  let numerator = price.numerator * powerOfTen(pair.payin.precision);
  let denominator = price.denominator * powerOfTen(pair.payout.precision);
  for (const percent of percents) {
    numerator *= percentWhole + BigInt(percent);
    denominator *= percentWhole;
  }
  return reduceRatio({ numerator, denominator });
}

function valueInEur(rates: Rates, currency: Currency, maxAgeSeconds: number): Ratio | undefined {
  // The price says what one euro costs in this currency; its inverse is what the currency is worth.
  const price = rates.getPrice(currency.asset, 'EUR', maxAgeSeconds);
  if (price === undefined) return undefined;
  return { numerator: price.denominator * 100n, denominator: price.numerator * powerOfTen(currency.precision) };
}

/**
 * The price of a floating order once its money has arrived: the same pay-in on the same fee terms at the present rate.
 * `undefined` when the fees would leave nothing to exchange.
 */
export function repriceAtPayment(record: QuoteRecord, quoted: QuotedRate): QuoteRecord | undefined {
  const parts = priceFromPayin({ ...record, rate: quoted.rate }, record.payinAmount);
  if (parts.payoutAmount <= 0n) return undefined;
  return {
    ...record,
    payoutAmount: parts.payoutAmount,
    rate: quoted.rate,
    payinFee: parts.payinFee,
    serviceFee: parts.serviceFee,
    networkFee: parts.networkFee,
    partnerFee: parts.partnerFee,
    exchanged: parts.exchanged,
    rounding: parts.exchanged - costOf(quoted.rate, parts.payoutAmount),
    payoutAmountEur: divideDown(parts.payoutAmount * quoted.payoutEur.numerator, quoted.payoutEur.denominator),
    payinWorthEur: divideDown(record.payinAmount * quoted.payinEur.numerator, quoted.payinEur.denominator),
    ratedAt: quoted.ratedAt.toISOString(),
  };
}
