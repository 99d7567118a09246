import type { AppContext } from '../../context.ts';
import { getPriceList } from '../currencies/get-price-list.ts';
import { boundsOf, type Bounds } from '../pricing/bounds-of.ts';
import type { QuoteRecord } from '../pricing/quote-record.ts';

/** Least and most pay-in of a price at its own rate, by the options of now; `undefined` when they are gone. */
export async function findBounds(
  context: Pick<AppContext, 'config' | 'db' | 'clock'>,
  record: QuoteRecord,
): Promise<Bounds | undefined> {
  const list = await getPriceList(context);
  const payin = list.payin.get(record.payinCurrency)?.find(({ group }) => group.code === record.payinGroup);
  const payout = list.payout.get(record.payoutCurrency)?.find(({ group }) => group.code === record.payoutGroup);
  return payin === undefined || payout === undefined ? undefined : boundsOf({ payin, payout }, record);
}
