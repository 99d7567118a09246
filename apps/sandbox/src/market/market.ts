import { steadyAssets } from './base-prices.ts';
import { divide, multiply, quotedDecimals, stepOf, toText } from './price-units.ts';
import { pastPrices } from './past-prices.ts';
import { type Asset, seedOf, startAssets } from './start-assets.ts';

export type Price = { asset: string; currency: 'EUR' | 'USD'; bid: string; ask: string };

export type PriceChange = {
  asset: string;
  eur?: bigint | undefined;
  usd?: bigint | undefined;
  spread?: bigint | undefined;
  hold?: boolean | undefined;
};

const million = 1_000_000n;
const tickMilliseconds = 5000;
const mostTicks = 2000;

/**
 * Bid and ask of every asset in EUR and USD, walking a little every five seconds. Spreads are parts per million of the
 * middle.
 */
export class Market {
  private assets = new Map<string, Asset>();
  private tickedAt = 0;
  private readonly seed: string;
  private readonly now: () => number;

  constructor(seed: string, now: () => number = Date.now) {
    this.seed = seed;
    this.now = now;
    this.clear();
  }

  clear(): void {
    this.tickedAt = this.now();
    this.assets = startAssets(this.seed);
  }

  has(asset: string): boolean {
    return this.assets.has(asset);
  }

  /** Sets what is given; a price stays where it was set only while it is held. */
  set(change: PriceChange): void {
    this.walk();
    const asset = this.assets.get(change.asset);
    if (asset === undefined) return;
    if (change.eur !== undefined) Object.assign(asset, { base: change.eur, eur: change.eur, usd: undefined });
    if (change.usd !== undefined) asset.usd = change.usd;
    if (change.spread !== undefined) asset.spread = change.spread;
    if (change.hold !== undefined || asset.held) this.hold(asset, change.hold ?? true);
  }

  /** Stops or restarts the walk of everything. */
  holdAll(hold: boolean): void {
    this.walk();
    for (const asset of this.assets.values()) this.hold(asset, hold);
  }

  isHeld(asset: string): boolean {
    return this.assets.get(asset)?.held ?? false;
  }

  prices(): { at: number; prices: Price[] } {
    this.walk();
    const dollar = this.assets.get('USD')?.eur ?? 0n;
    const prices = [...this.assets].flatMap(([code, asset]) => {
      const usd = asset.usd ?? divide(asset.eur, dollar);
      return [
        ...(code === 'EUR' ? [] : [quote(code, 'EUR', asset.eur, asset.spread)]),
        ...(code === 'USD' ? [] : [quote(code, 'USD', usd, asset.spread)]),
      ];
    });
    return { at: this.now(), prices };
  }

  /** What every asset cost at the end of each hour of a week, or day of a year, before the present one. */
  history(every: 'hour' | 'day'): { series: { asset: string; start: number; eur: string[] }[] } {
    this.walk();
    const series = [...this.assets]
      .filter(([code]) => code !== 'EUR')
      .map(([asset, { eur }]) => {
        const seed = seedOf(this.seed, asset);
        const { start, prices } = pastPrices({ seed, every, eur, isSteady: steadyAssets.has(asset), now: this.now() });
        return { asset, start, eur: prices.map((price) => toText(price, quotedDecimals(price))) };
      });
    return { series };
  }

  // A held asset keeps its dollar price too, while the dollar itself walks on.
  private hold(asset: Asset, hold: boolean): void {
    asset.held = hold;
    if (!hold) asset.usd = undefined;
    else asset.usd ??= divide(asset.eur, this.assets.get('USD')?.eur ?? 1n);
  }

  private walk(): void {
    const ticks = Math.floor((this.now() - this.tickedAt) / tickMilliseconds);
    this.tickedAt += ticks * tickMilliseconds;
    for (const asset of this.assets.values()) {
      for (let tick = 0; tick < Math.min(ticks, mostTicks); tick += 1) {
        const moved = (asset.eur * (million + asset.step())) / million;
        // A pull of a hundredth keeps the walk near its base for as long as the process runs.
        if (!asset.held) asset.eur = moved + (asset.base - moved) / 100n;
      }
    }
  }
}

function quote(asset: string, currency: 'EUR' | 'USD', middle: bigint, spread: bigint): Price {
  const digits = quotedDecimals(middle);
  const half = multiply(middle, (spread * 1_000_000n) / 2n);
  const bid = middle - half;
  const ask = middle + half;
  const tight = spread > 0n && ask / stepOf(digits) <= bid / stepOf(digits);
  return { asset, currency, bid: toText(bid, digits), ask: toText(tight ? ask + stepOf(digits) : ask, digits) };
}
