/** A fiat or crypto currency as the product knows it. The code is unique per network: USDT on Tron is `USDTTRC20`. */
export interface Currency {
  /** Unique code on the wire, for example `EUR`, `BTC`, `USDTTRC20`. */
  code: string;
  /** Short name shown beside amounts. */
  name: string;
  fullName: string;
  isCrypto: boolean;
  /** Exists only inside the product (balance and reward currencies). */
  isVirtual: boolean;
  /** Decimal places. */
  precision: number;
  /** What the market prices: every variant of Tether is `USDT`. */
  asset: string;
  token: '' | 'ERC20' | 'TRC20' | 'BEP20' | 'BSC';
  /** Group code of the network for crypto, empty for fiat and virtual currencies. */
  network: string;
  networkFullName: string;
  /** Hex colour of the badge. */
  color: string;
  symbol: string;
  /** The currency in which a balance of this one is kept. */
  balanceCurrency: string;
  isPopular: boolean;
}

/** Precision of a known currency whose entry has none; source: requirement 5-06. */
export const defaultCurrencyPrecision = 8;
/** Decimals where no currency is known yet; source: requirement 5-05 and A-133. */
export const defaultAmountDecimals = 2;
