import { currencyList } from '@causeway/domain/currencies/currency-list';
import type { Config } from '../../config/config.ts';
import type { HeldPrice } from '../../context.ts';
import { unity, type PriceTable, type Quotation } from './market-snapshot.ts';

/** How far a price may differ from known ones, in whole percent. */
export interface PriceLimits {
  /** From the last accepted price within the hour. */
  jump: number;
  /** From the median of the day. */
  day: number;
  /** The same for assets that hardly move: fiat, and coins pegged to the dollar. */
  steadyJump: number;
  steadyDay: number;
  /** Between the two markets, where there is a second one. */
  sources: number;
}

/** The limits that the configuration sets. */
export function priceLimits(config: Config): PriceLimits {
  return {
    jump: config.PRICE_JUMP_PERCENT,
    day: config.PRICE_DAY_PERCENT,
    steadyJump: config.PRICE_STEADY_JUMP_PERCENT,
    steadyDay: config.PRICE_STEADY_DAY_PERCENT,
    sources: config.PRICE_SOURCES_PERCENT,
  };
}

/** What is known of an asset's price; amounts are EUR for one whole unit, times ten to the eighteen. */
export interface PriceReference {
  /** Of the last day, or the last price known where there is none of that day. */
  median: bigint;
  latest: bigint;
  at: Date;
}

export interface JudgedPrices {
  /** Without the assets at fault. */
  table: PriceTable;
  accepted: ReadonlyMap<string, bigint>;
  /**
   * `jump`, `day`: too far from the last price or the day's median. `source`: the second market differs or is silent.
   */
  faults: ReadonlyMap<string, HeldPrice>;
}

export interface PriceMeasures {
  references: ReadonlyMap<string, PriceReference>;
  limits: PriceLimits;
  /**
   * Of the second market, `silent` when it has reported none for too long; `undefined` where there is no second one.
   */
  second: PriceTable | 'silent' | undefined;
}

const hourMs = 3_600_000;
const stableCoins = ['USDT', 'USDC', 'DAI'];
const steady: ReadonlySet<string> = new Set([
  ...stableCoins,
  ...currencyList.filter(({ isCrypto }) => !isCrypto).map(({ asset }) => asset),
]);

/** Whether an asset hardly moves: fiat, and coins pegged to the dollar. */
export function isSteady(asset: string): boolean {
  return steady.has(asset);
}

/** Whether a price differs from another by more than so many percent of it. */
export function isFar(price: bigint, known: bigint, percent: number): boolean {
  const distance = price > known ? price - known : known - price;
  return distance * 100n > known * BigInt(percent);
}

/**
 * Removes implausible prices from a market's answer: a lost factor, two quotations of an asset that contradict each
 * other, a price that the second market contradicts. An asset with one such price has none.
 */
export function judgePrices(table: PriceTable, measures: PriceMeasures): JudgedPrices {
  const faults = new Map<string, HeldPrice>();
  const accepted = new Map<string, bigint>([['EUR', unity.bid]]);
  const quotations = new Map<string, Partial<Record<'EUR' | 'USD', Quotation>>>();
  const dollar = dollarOf(table, measures);
  const second = measures.second === undefined || measures.second === 'silent' ? undefined : measures.second;
  const secondDollar = second === undefined ? undefined : middle(second.quotations.get('USD')?.EUR);
  for (const [asset, quoted] of table.quotations) {
    const price = valueInEuro(asset, quoted, dollar);
    if (price === undefined) continue;
    const other = second?.quotations.get(asset);
    const denial = { value: other && valueInEuro(asset, other, secondDollar), isAsked: measures.second !== undefined };
    const fault = findFault(asset, { quoted, price, dollar, denial, at: table.at }, measures);
    // The euro is the measure: only its price in dollars can be wrong.
    if (fault === undefined) accepted.set(asset, price);
    else if (asset !== 'EUR') faults.set(asset, fault);
    if (fault === undefined) quotations.set(asset, quoted);
  }
  return { table: { at: table.at, quotations }, accepted, faults };
}

interface Judged {
  quoted: Partial<Record<'EUR' | 'USD', Quotation>>;
  price: bigint;
  dollar: bigint | undefined;
  denial: { value: bigint | undefined; isAsked: boolean };
  at: Date;
}

function findFault(
  asset: string,
  { quoted, price, dollar, denial, at }: Judged,
  { references, limits }: PriceMeasures,
): HeldPrice | undefined {
  const known = asset === 'EUR' ? { median: unity.bid, latest: unity.bid, at } : references.get(asset);
  const jump = isSteady(asset) ? limits.steadyJump : limits.jump;
  const day = isSteady(asset) ? limits.steadyDay : limits.day;
  const isYoung = known !== undefined && at.getTime() - known.at.getTime() < hourMs;
  for (const side of sidesInEuro(quoted, dollar)) {
    // Without past prices at least both quotations of an asset must agree.
    const latest = isYoung ? known.latest : known === undefined ? price : undefined;
    if (latest !== undefined && isFar(side, latest, jump)) return { reason: 'jump', price: side, known: latest };
    if (known !== undefined && isFar(side, known.median, day))
      return { reason: 'day', price: side, known: known.median };
    if (!denial.isAsked || asset === 'EUR') continue;
    if (denial.value === undefined) return { reason: 'source', price: side };
    if (isFar(side, denial.value, limits.sources)) return { reason: 'source', price: side, known: denial.value };
  }
  return undefined;
}

/** What a dollar is worth in EUR: now, or as last known when its present price is implausible. */
function dollarOf({ at, quotations }: PriceTable, { references, limits }: PriceMeasures): bigint | undefined {
  const now = middle(quotations.get('USD')?.EUR);
  const known = references.get('USD');
  if (now === undefined || known === undefined) return now ?? known?.latest;
  const isYoung = at.getTime() - known.at.getTime() < hourMs;
  const isWrong =
    isFar(now, known.median, limits.steadyDay) || (isYoung && isFar(now, known.latest, limits.steadyJump));
  return isWrong ? known.latest : now;
}

function valueInEuro(
  asset: string,
  quoted: Partial<Record<'EUR' | 'USD', Quotation>>,
  dollar: bigint | undefined,
): bigint | undefined {
  if (asset === 'EUR') return unity.bid;
  const inEuro = middle(quoted.EUR);
  if (inEuro !== undefined) return inEuro;
  const inDollar = middle(quoted.USD);
  return inDollar === undefined || dollar === undefined ? undefined : toEuro(inDollar, dollar);
}

/** Every bid and ask of an asset, in EUR. */
function sidesInEuro({ EUR, USD }: Judged['quoted'], dollar: bigint | undefined): bigint[] {
  const inEuro = EUR === undefined ? [] : [EUR.bid, EUR.ask];
  if (USD === undefined || dollar === undefined) return inEuro;
  return [...inEuro, toEuro(USD.bid, dollar), toEuro(USD.ask, dollar)];
}

function toEuro(inDollar: bigint, dollar: bigint): bigint {
  return (inDollar * dollar) / unity.bid;
}

function middle(quotation: Quotation | undefined): bigint | undefined {
  return quotation && (quotation.bid + quotation.ask) / 2n;
}
