import type { Currency } from '@causeway/domain/currencies/currency';
import { powerOfTen } from '@causeway/domain/money/power-of-ten';
import type { AppContext, Rates } from '../../context.ts';
import type { PricingSettings } from '../currencies/price-list.ts';
import { type Ratio, reduceRatio } from '../rates/cross-price.ts';
import { costOf, percentWhole, priceFromPayin } from './rules.ts';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { getPriceList } from '../currencies/get-price-list.ts';
import type { QuoteRecord } from './quote-record.ts';
import { divideDown, divideUp } from '@causeway/domain/money/divide';

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
 * The present rate for a price made earlier, on its own side of floating and fixed; `undefined` while there is none.
 */
export async function findCurrentRate(
  context: Pick<AppContext, 'config' | 'db' | 'clock' | 'rates'>,
  record: QuoteRecord,
): Promise<QuotedRate | undefined> {
  const payin = findCurrency(record.payinCurrency);
  const payout = findCurrency(record.payoutCurrency);
  if (payin === undefined || payout === undefined) return undefined;
  const { settings } = await getPriceList(context);
  return quoteRate(context.rates, settings, { payin, payout }, record.isFloatingRate);
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
    ratedAt: quoted.ratedAt.toISOString(),
  };
}

/** The price is needed for limits only, so an older one than for an order is sufficient. */
const maxAgeSeconds = 3600;

/** What a pay-in is worth in cents of USD at the market, rounded up; without a market price its cents of EUR. */
export function usdCents(
  rates: Rates,
  { payinCurrency, payinAmount, payinAmountEur }: Pick<QuoteRecord, 'payinCurrency' | 'payinAmount' | 'payinAmountEur'>,
): bigint {
  if (payinCurrency === 'USD') return payinAmount;
  const euro = rates.getPrice('EUR', 'USD', maxAgeSeconds);
  return euro === undefined ? payinAmountEur : divideUp(payinAmountEur * euro.denominator, euro.numerator);
}
