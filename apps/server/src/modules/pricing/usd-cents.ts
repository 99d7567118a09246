import { divideUp } from '@causeway/domain/money/divide';
import type { Rates } from '../../context.ts';
import type { QuoteRecord } from './quote-record.ts';

/** A price of the moment is only wanted for limits, so an older one than for an order will do. */
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
