/** Best bid and ask of one asset in one currency, decimal text. */
export interface MarketPrice {
  asset: string;
  currency: 'EUR' | 'USD';
  bid: string;
  ask: string;
}

/** A market's prices at one moment. */
export interface MarketSnapshot {
  /** When these prices were made, by the market's time. */
  at: Date;
  prices: readonly MarketPrice[];
}

/** A source of prices. Throws ProviderError. */
export interface Market {
  getPrices(): Promise<MarketSnapshot>;
}
