import type { Calculation } from '@causeway/contract/shapes/calculation';
import type { Currency } from '@causeway/domain/currencies/currency';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { formatUnits } from '@causeway/domain/currencies/format-units';
import { divideDown, divideUp } from '@causeway/domain/money/divide';
import type { Rates } from '../../context.ts';
import { isCoins } from '../balance/worth.ts';
import type { LimitValue } from '../limits/assess-limits.ts';
import type { QuoteRecord } from './quote-record.ts';

/** The value of an order for limits: a client who pays in dollars has limits in dollars, all others in euro. */
export function orderValue(record: QuoteRecord | undefined): LimitValue {
  return record?.payinCurrency === 'USD'
    ? { currency: 'USD', cents: record.payinAmount }
    : { currency: 'EUR', cents: record?.payinAmountEur ?? 0n };
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

/**
 * What the coins of a price are worth. Against money of a state by the price's own rate, which is the one that is shown
 * with it and holds for the final amounts too; of two kinds of coins in EUR, as the market was when it was made.
 */
export function worthOf(record: QuoteRecord | undefined): Calculation['worth'] {
  if (record === undefined) return { payin: '', payout: '', currency: euro };
  const { payinCurrency, payinAmount, payoutCurrency, payoutAmount, rate } = record;
  const [from, to] = [findCurrency(payinCurrency), findCurrency(payoutCurrency)];
  if (isCoins(from) && isMoney(to)) {
    const inPayout = rate.numerator === 0n ? 0n : divideDown(payinAmount * rate.denominator, rate.numerator);
    return { payin: formatUnits(inPayout, payoutCurrency), payout: '', currency: payoutCurrency };
  }
  if (isMoney(from) && isCoins(to)) {
    const inPayin = divideDown(payoutAmount * rate.numerator, rate.denominator);
    return { payin: '', payout: formatUnits(inPayin, payinCurrency), currency: payinCurrency };
  }
  const inEuro = (side: Currency | undefined, cents: bigint) => (isCoins(side) ? formatUnits(cents, euro) : '');
  const { payinWorthEur = record.payinAmountEur, payoutAmountEur } = record;
  return { payin: inEuro(from, payinWorthEur), payout: inEuro(to, payoutAmountEur), currency: euro };
}

const euro = 'EUR';
const isMoney = (side: Currency | undefined) => side?.isCrypto === false && !side.isVirtual;
