import type { LimitValue } from '../limits/assess-limits.ts';
import type { QuoteRecord } from './quote-record.ts';

/** The value of an order for limits: a client who pays in dollars has limits in dollars, all others in euro. */
export function orderValue(record: QuoteRecord | undefined): LimitValue {
  return record?.payinCurrency === 'USD'
    ? { currency: 'USD', cents: record.payinAmount }
    : { currency: 'EUR', cents: record?.payinAmountEur ?? 0n };
}
