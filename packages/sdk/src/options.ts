/** How the widget is opened and what it looks like. Everything but `origin` and `partnerKey` may be left out. */
export interface CausewayOptions {
  /** Where Causeway runs, as an exact origin: `https://pay.example`, without a path or a slash at the end. */
  origin: string;
  /** Your public partner key, `pk_…`. */
  partnerKey: string;
  /** Language tag, such as `en`. */
  lang?: string | undefined;
  /** What the widget shows: everything (left out), or a part of it. */
  swMode?: 'cabinet' | 'cabinet-buy-sell' | 'directBuy' | 'merchant' | undefined;
  /** `auto` follows the client's system. */
  theme?: 'light' | 'dark' | 'auto' | undefined;
  /** Accent colour as six hex digits, with or without `#`; shades are derived from it. */
  brand?: string | undefined;
  /** Accent colour in dark. */
  brandDark?: string | undefined;
  /** Text on the accent colour. */
  onBrand?: string | undefined;
  /** Text on the accent colour in dark. */
  onBrandDark?: string | undefined;
  /** Corner radius, `0px` to `22px`. */
  radius?: string | undefined;
  /** `.88` compact, `1`, `1.12` roomy. */
  density?: string | undefined;
  /** Name of a font that the widget may use. */
  font?: string | undefined;
  /** Currency code, such as `EUR`. */
  payinCurrency?: string | undefined;
  /** Way to pay, such as `card` or `sepa`, or a network. */
  payinGroup?: string | undefined;
  /** Decimal text, such as `"250.00"`. */
  payinAmount?: string | undefined;
  payoutCurrency?: string | undefined;
  payoutGroup?: string | undefined;
  /** Decimal text, such as `"0.004"`. */
  payoutAmount?: string | undefined;
  /** Address that receives the coins. */
  dstAddress?: string | undefined;
  dstTag?: string | undefined;
  coupon?: string | undefined;
  /** Your own number for the order; it comes back in the events. */
  partnerOrderId?: string | undefined;
  /** Decimal text. */
  purchaseAmount?: string | undefined;
  purchaseCurrency?: string | undefined;
  /** At most 160 characters. */
  description?: string | undefined;
  /** Name of the frame for assistive technology. */
  title?: string | undefined;
}

/** The options that go into the frame's address. */
export const QUERY_OPTIONS = [
  'partnerKey',
  'lang',
  'swMode',
  'theme',
  'brand',
  'brandDark',
  'onBrand',
  'onBrandDark',
  'radius',
  'density',
  'font',
  'payinCurrency',
  'payinGroup',
  'payinAmount',
  'payoutCurrency',
  'payoutGroup',
  'payoutAmount',
  'dstAddress',
  'dstTag',
  'coupon',
  'partnerOrderId',
  'purchaseAmount',
  'purchaseCurrency',
  'description',
] as const satisfies (keyof CausewayOptions)[];

/** The options that a running widget takes over without loading anew. */
export const LIVE_OPTIONS = [
  'payinCurrency',
  'payinGroup',
  'payinAmount',
  'payoutCurrency',
  'payoutGroup',
  'payoutAmount',
  'dstAddress',
  'dstTag',
  'coupon',
  'purchaseAmount',
] as const satisfies (typeof QUERY_OPTIONS)[number][];
