import { divideUp } from '@causeway/domain/money/divide';
import type { Rates } from '../../context.ts';
import type { LimitValue } from '../limits/store.ts';
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
