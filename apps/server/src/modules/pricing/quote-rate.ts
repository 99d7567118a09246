import type { Currency } from '@causeway/domain/currencies/currency';
import { powerOfTen } from '@causeway/domain/money/power-of-ten';
import type { Rates } from '../../context.ts';
import type { PricingSettings } from '../currencies/price-list.ts';
import { reduceRatio, type Ratio } from '../rates/ratio.ts';
import { percentWhole } from './rules.ts';

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
 * What a client is quoted: the market's price, dearer by the spread, and by the premium when the rate is to
 * hold. `undefined` while the market has no price that is fresh enough.
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
  const percents = isFloatingRate ? [settings.spreadPercent] : [settings.spreadPercent, settings.fixedRatePercent];
  // Money put on the balance of its own currency is not exchanged: it has no spread.
  if (pair.payin.code === pair.payout.code) percents.length = 0;
  return { rate: dearer(price, pair, percents), payinEur, payoutEur, ratedAt: price.at };
}

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
