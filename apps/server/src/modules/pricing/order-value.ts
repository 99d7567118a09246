import type { LimitValue } from '../limits/assess-limits.ts';
import type { QuoteRecord } from './quote-record.ts';

/** What an order counts for against limits: whoever pays in dollars has limits in dollars, everybody else in euro. */
export function orderValue(record: QuoteRecord | undefined): LimitValue {
  return record?.payinCurrency === 'USD'
    ? { currency: 'USD', cents: record.payinAmount }
    : { currency: 'EUR', cents: record?.payinAmountEur ?? 0n };
}
