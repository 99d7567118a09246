import { type PriceTable, type Quotation, unity } from './market-snapshot.ts';

type Via = 'EUR' | 'USD';

/**
 * What one whole payout asset costs in whole pay-in assets: the pay-in is sold at its bid and the payout bought at its
 * ask, both against euro. A pair with the dollar has a market of its own: it costs the dearer of the two, so that a
 * round trip never does better than in euro alone, where it gains nothing. `undefined` when an asset has no price.
 */
export function crossPrice(table: PriceTable, payinAsset: string, payoutAsset: string): Ratio | undefined {
  const inEuro = priceVia(table, 'EUR', payinAsset, payoutAsset);
  const ends = [payinAsset, payoutAsset];
  if (inEuro !== undefined && (!ends.includes('USD') || ends.includes('EUR'))) return inEuro;
  const inDollar = priceVia(table, 'USD', payinAsset, payoutAsset);
  if (inEuro === undefined || inDollar === undefined) return inEuro ?? inDollar;
  const isDollarDearer = inDollar.numerator * inEuro.denominator > inEuro.numerator * inDollar.denominator;
  return isDollarDearer ? inDollar : inEuro;
}

function priceVia(table: PriceTable, via: Via, payinAsset: string, payoutAsset: string): Ratio | undefined {
  const sold = findQuotation(table, payinAsset, via);
  const bought = findQuotation(table, payoutAsset, via);
  if (sold === undefined || bought === undefined) return undefined;
  return reduceRatio({ numerator: bought.ask, denominator: sold.bid });
}

function findQuotation(table: PriceTable, asset: string, via: Via): Quotation | undefined {
  return asset === via ? unity : table.quotations.get(asset)?.[via];
}

/** An exact positive fraction. */
export interface Ratio {
  numerator: bigint;
  denominator: bigint;
}

/** In lowest terms, so that stored fractions stay short. */
export function reduceRatio({ numerator, denominator }: Ratio): Ratio {
  let left = numerator;
  let right = denominator;
  while (right !== 0n) [left, right] = [right, left % right];
  return { numerator: numerator / left, denominator: denominator / left };
}
