import type { AppContext } from '../../context.ts';
import { findCurrency } from '@causeway/domain/currencies/find-currency';
import { getPriceList } from '../currencies/get-price-list.ts';
import { quoteRate, type QuotedRate } from './quote-rate.ts';
import type { QuoteRecord } from './quote-record.ts';

/** The rate of now for a price made earlier, on its own side of floating and fixed; `undefined` while there is none. */
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
