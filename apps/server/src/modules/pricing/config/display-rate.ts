import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { divideDown, divideUp } from '@causeway/domain/money/divide';
import { formatAmount } from '@causeway/domain/money/format-amount';
import { powerOfTen } from '@causeway/domain/money/power-of-ten';
import type { Ratio } from '../../rates/cross-price.ts';
import type { QuoteRecord } from '../quote-record.ts';

/** A rate for people: one unit of `base` is so many of `quote`. */
export interface DisplayRate {
  rate: string;
  /** The same with every fee included: the whole pay-in against the payout. */
  purchaseRate: string;
  base: string;
  quote: string;
}

const significantDigits = 5;
const decimalsMin = 2;
const decimalsMax = 18;

/** What a rate of a pair shows before any amount is known. */
interface Shown {
  payin: string;
  payout: string;
  isPayoutBase: boolean;
  rate: string;
}

/** A pair keeps its rate for many prices. */
const known = new WeakMap<Ratio, Shown>();

/**
 * Crypto is shown in fiat, and of two of a kind the dearer one in the other. Rounded against the client, so that the
 * shown rate is never better than the real one.
 */
export function displayRate(record: QuoteRecord): DisplayRate {
  const { payin, payout, isPayoutBase, rate } = showRate(record);
  const gross = { numerator: record.payinAmount, denominator: record.payoutAmount };
  const purchaseRate = formatRate(
    inWholeUnits(gross, describe(payin).precision, describe(payout).precision),
    isPayoutBase,
  );
  return isPayoutBase
    ? { rate, purchaseRate, base: payout, quote: payin }
    : { rate, purchaseRate, base: payin, quote: payout };
}

function showRate({ rate, payinCurrency, payoutCurrency }: QuoteRecord): Shown {
  const before = known.get(rate);
  if (before?.payin === payinCurrency && before.payout === payoutCurrency) return before;
  const payin = describe(payinCurrency);
  const payout = describe(payoutCurrency);
  const net = inWholeUnits(rate, payin.precision, payout.precision);
  const isPayoutBase = payin.isCrypto === payout.isCrypto ? net.numerator >= net.denominator : payout.isCrypto;
  const shown = { payin: payinCurrency, payout: payoutCurrency, isPayoutBase, rate: formatRate(net, isPayoutBase) };
  known.set(rate, shown);
  return shown;
}

function formatRate(ratio: Ratio, isPayoutBase: boolean): string {
  return isPayoutBase ? write(ratio, divideUp) : write(invert(ratio), divideDown);
}

function describe(code: string): { precision: number; isCrypto: boolean } {
  const currency = findCurrency(code);
  if (currency === undefined) throw new Error(`${code} is no currency.`);
  return currency;
}

function inWholeUnits({ numerator, denominator }: Ratio, payinPrecision: number, payoutPrecision: number): Ratio {
  return {
    numerator: numerator * powerOfTen(payoutPrecision),
    denominator: denominator * powerOfTen(payinPrecision),
  };
}

function invert({ numerator, denominator }: Ratio): Ratio {
  return { numerator: denominator, denominator: numerator };
}

/** At least two decimals, and enough of them for five significant digits. */
function write({ numerator, denominator }: Ratio, divide: (dividend: bigint, divisor: bigint) => bigint): string {
  const whole = numerator / denominator;
  const digits = whole > 0n ? whole.toString().length : -leadingZeros(numerator, denominator);
  const decimals = Math.min(decimalsMax, Math.max(decimalsMin, significantDigits - digits));
  return formatAmount(divide(numerator * powerOfTen(decimals), denominator), decimals);
}

/** Zeros after the point before the first significant digit, of a fraction below one. */
function leadingZeros(numerator: bigint, denominator: bigint): number {
  let zeros = 0;
  for (let scaled = numerator * 10n; scaled < denominator && zeros < decimalsMax; scaled *= 10n) zeros += 1;
  return zeros;
}
