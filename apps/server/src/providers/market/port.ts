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

/** What one whole unit of an asset cost in EUR at a past moment, decimal text. */
export interface PastPrice {
  asset: string;
  /** The beginning of its hour or day (UTC). */
  at: Date;
  eur: string;
}

/** A source of prices. Throws ProviderError. */
export interface Market {
  getPrices(): Promise<MarketSnapshot>;
  /** What every asset cost at the end of each past hour of a week, or day of a year; absent where it keeps no past. */
  getHistory?: ((every: 'hour' | 'day') => Promise<readonly PastPrice[]>) | undefined;
}
