import { z } from 'zod';
import { errorItems } from '../errors/error-item.ts';
import { flag } from '../fields/fields.ts';
import { calculationAnswer } from './calculation.ts';

/** One payment method or network of a currency (3-01, 3-03). Amounts are decimal text in that currency. */
export const paymentOption = z.object({
  /** Group code: `card`, `sepa`, or a network such as `bitcoin`. */
  code: z.string(),
  /** Currency code of this option: Tether on Tron is `USDTTRC20`. */
  currency: z.string(),
  name: z.string(),
  /** Name in the caller's language. */
  localName: z.string(),
  token: z.string(),
  blockchain: z.string(),
  networkFullname: z.string(),
  minAmount: z.string(),
  maxAmount: z.string(),
  /** Address step fields this option needs, in wire form, for example `dst_address`. */
  fields: z.array(z.string()),
  balanceAmount: z.string(),
  /** The fee as text, for example `1.5% + 0.25 EUR`. */
  feeText: z.string(),
  durationMinutes: z.int(),
  /** The option has a price but is paused: it takes no orders. */
  isPaused: flag,
});

/** A currency with its options, as pickers list it (3-02). Variants of one asset share an entry. */
export const currencyGroup = z.object({
  name: z.string(),
  fullName: z.string(),
  isCrypto: flag,
  isPopular: flag,
  precision: z.string(),
  groups: z.array(paymentOption),
});

/** Built-in facts of a currency (3-04). */
export const currencyConfigEntry = z.object({
  name: z.string(),
  fullname: z.string(),
  isCrypto: flag,
  isVirtual: flag,
  precision: z.string(),
  token: z.string(),
  networkFullname: z.string(),
  color: z.string(),
  symbol: z.string(),
  balanceCurrency: z.string(),
});

export const defaultConfig = z.object({
  payinCurrency: z.string(),
  payinGroup: z.string(),
  payoutCurrency: z.string(),
  payoutGroup: z.string(),
  payinAmount: z.string(),
  payoutAmount: z.string(),
});

/** Site config (3-10). `calc` is the price of the default preorder, with its limits and errors. */
export const siteConfig = z.object({
  payinSelect: z.array(currencyGroup),
  payoutSelect: z.array(currencyGroup),
  calc: calculationAnswer,
  default: defaultConfig,
  disabled: flag,
  errors: errorItems,
  paytrust: z.null(),
  /** Where an exchange is not an order; `findExchangeMode` of the domain reads them. */
  groupRules: z.array(
    z.object({
      /** Balance currencies the rule is for: both sides must have the same one of them. */
      currencies: z.array(z.string()),
      /** Empty: every group but the other side's. */
      payinGroup: z.string(),
      payoutGroup: z.string(),
      mode: z.enum(['order', 'deposit', 'withdrawal']),
    }),
  ),
  partner: z.object({ name: z.string(), isFloatingRate: flag }),
  widgetParams: z.record(z.string(), z.unknown()),
});

/** Most in one order, and in all orders of the rest of this month. */
const limitLeft = z.object({ order: z.string(), month: z.string() });

export const configAnswer = z.object({
  swConfig: siteConfig,
  currencyConfig: z.record(z.string(), currencyConfigEntry),
  features: z.record(z.string(), flag),
  /** What the client's level still takes, in euros and in dollars; left out for a visitor, and a client without one. */
  limitLeft: z.object({ eur: limitLeft, usd: limitLeft }).optional(),
});

export type PaymentOption = z.output<typeof paymentOption>;
export type CurrencyGroup = z.output<typeof currencyGroup>;
export type CurrencyConfigEntry = z.output<typeof currencyConfigEntry>;
export type SiteConfig = z.output<typeof siteConfig>;
export type DefaultConfig = z.output<typeof defaultConfig>;
export type ConfigAnswer = z.output<typeof configAnswer>;
