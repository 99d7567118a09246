import type { UpdateOptionsPayload } from '@causeway/bridge/shared/payloads';
import type { CausewayOptions } from './options.ts';

/** Options that a running widget applies as a new exchange. */
export const EXCHANGE_OPTIONS = [
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
] as const satisfies (keyof CausewayOptions)[];

/** Options that a running widget applies as its look and language. */
export const LOOK_OPTIONS = [
  'lang',
  'theme',
  'brand',
  'brandDark',
  'onBrand',
  'onBrandDark',
  'radius',
  'density',
  'font',
] as const satisfies (keyof UpdateOptionsPayload)[];

/** Options that the widget is loaded with, beside its flags: a change reloads it. */
export const FIXED_QUERY_OPTIONS = [
  'partnerKey',
  'swMode',
  'partnerOrderId',
  'purchaseCurrency',
  'description',
  'productDetails',
  'routes',
] as const satisfies (keyof CausewayOptions)[];

/** The options that go into the widget's URL under their own name; `flags` does not. */
export const QUERY_OPTIONS = [
  'attributes',
  ...FIXED_QUERY_OPTIONS,
  ...LOOK_OPTIONS,
  ...EXCHANGE_OPTIONS,
] as const satisfies (keyof CausewayOptions)[];

/** Every option that is plain text, so that an attribute can say it. */
export const TEXT_OPTIONS = [
  'origin',
  'title',
  'display',
  'needs',
  'flags',
  'sessionToken',
  'debug',
  ...QUERY_OPTIONS,
] as const satisfies (keyof CausewayOptions)[];

/** Names that are no options: callers may be plain JavaScript. */
export function unknownNames(options: object): string[] {
  const known: readonly string[] = TEXT_OPTIONS;
  return Object.keys(options).filter((name) => !known.includes(name));
}
