import { unity, type PriceTable, type Quotation } from './market-snapshot.ts';
import { reduceRatio, type Ratio } from './ratio.ts';

type Via = 'EUR' | 'USD';

/**
 * What one whole pay-out asset costs in whole pay-in assets: the pay-in is sold at its bid and the pay-out bought
 * at its ask, both against euro or dollar. There and back the same market is used, so nobody gains by going
 * round. `undefined` when an asset has no price.
 */
export function crossPrice(table: PriceTable, payinAsset: string, payoutAsset: string): Ratio | undefined {
  for (const via of chooseMarkets(payinAsset, payoutAsset)) {
    const sold = findQuotation(table, payinAsset, via);
    const bought = findQuotation(table, payoutAsset, via);
    if (sold !== undefined && bought !== undefined)
      return reduceRatio({ numerator: bought.ask, denominator: sold.bid });
  }
  return undefined;
}

/** A pair with the dollar is priced directly in dollars; everything else in euro while there is a price. */
function chooseMarkets(payinAsset: string, payoutAsset: string): readonly Via[] {
  const ends = [payinAsset, payoutAsset];
  return ends.includes('USD') && !ends.includes('EUR') ? ['USD', 'EUR'] : ['EUR', 'USD'];
}

function findQuotation(table: PriceTable, asset: string, via: Via): Quotation | undefined {
  return asset === via ? unity : table.quotations.get(asset)?.[via];
}
