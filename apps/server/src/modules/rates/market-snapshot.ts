import type { MarketSnapshot } from '../../providers/market/port.ts';

/** Bid and ask as whole numbers of ten to the minus `priceDecimals`. */
export interface Quotation {
  bid: bigint;
  ask: bigint;
}

export interface PriceTable {
  at: Date;
  /** By asset, then by the currency it is quoted in. */
  quotations: ReadonlyMap<string, Partial<Record<'EUR' | 'USD', Quotation>>>;
}

const priceDecimals = 18;
const decimalText = /^(\d{1,20})(?:\.(\d{1,18}))?$/;

/** One unit of a currency in itself. */
export const unity: Quotation = { bid: 10n ** BigInt(priceDecimals), ask: 10n ** BigInt(priceDecimals) };

/** Parses a market's answer exactly. An invalid price (zero, crossed, not decimal text) is left out. */
export function readSnapshot(snapshot: MarketSnapshot): PriceTable {
  const quotations = new Map<string, Partial<Record<'EUR' | 'USD', Quotation>>>();
  for (const { asset, currency, bid, ask } of snapshot.prices) {
    const quotation = readQuotation(bid, ask);
    if (quotation !== undefined) quotations.set(asset, { ...quotations.get(asset), [currency]: quotation });
  }
  return { at: snapshot.at, quotations };
}

function readQuotation(bidText: string, askText: string): Quotation | undefined {
  const bid = readPrice(bidText);
  const ask = readPrice(askText);
  return bid === undefined || ask === undefined || bid === 0n || ask < bid ? undefined : { bid, ask };
}

/** A price of the market times ten to the eighteen; undefined where it is no plain decimal text. */
export function readPrice(text: string): bigint | undefined {
  const match = decimalText.exec(text);
  return match === null ? undefined : BigInt((match[1] ?? '') + (match[2] ?? '').padEnd(priceDecimals, '0'));
}
