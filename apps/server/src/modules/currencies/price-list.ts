import type { Currency } from '@causeway/domain/currencies/currency';

export type Direction = 'payin' | 'payout';

/** A method of payment for fiat, a network for crypto. */
export interface PaymentGroup {
  code: string;
  /** Locale key of the name; empty when `name` is the network's own. */
  nameKey: string;
  name: string;
  isCrypto: boolean;
}

/** One payment method or network of a currency. Amounts are smallest units of it. */
export interface PaymentOption {
  direction: Direction;
  currency: Currency;
  group: PaymentGroup;
  /** The provider or chain of the option. */
  provider: string;
  /** It has a price but is paused: it takes no orders. */
  isPaused: boolean;
  minAmount: bigint;
  maxAmount: bigint;
  /** Whole ten-thousandths of a percent. */
  feePercent: number;
  feeFixed: bigint;
  feeMin: bigint;
  /** Address step fields, wire names. */
  fields: readonly string[];
  durationMinutes: number;
}

export interface PricingSettings {
  /** Percents are whole ten-thousandths of a percent. */
  marginPercent: number;
  spreadPercent: number;
  fixedRatePercent: number;
  quoteSeconds: number;
  /** Of the order's partner: its fee on top, and its key. */
  partnerPercent?: number | undefined;
  partnerKey?: string | undefined;
  /** How long the price on screen can be ordered at with a fixed rate. */
  quoteLockSeconds: number;
  /** The first order of a client is free of the service fee. */
  isFirstOrderFree: boolean;
  rateMaxAgeSeconds: number;
  defaultPayinCurrency: string;
  defaultPayinGroup: string;
  defaultPayoutCurrency: string;
  defaultPayoutGroup: string;
  defaultPayinAmount: string;
}

/** What can be exchanged and on which terms, as the database has it now. */
export interface PriceList {
  /** Options of each direction by currency code, in the order pickers show them. */
  payin: ReadonlyMap<string, readonly PaymentOption[]>;
  payout: ReadonlyMap<string, readonly PaymentOption[]>;
  settings: PricingSettings;
}
