import { z } from 'zod';
import { amountText, currencyCode, groupCode, line } from '../fields/fields.ts';

/** A switch as presets carry it: `1` or `0`, text like everything else in them. */
const onOff = z.literal(['1', '0']);

/** Most characters of product details, JSON text. */
const productDetailsMax = 8_000;

/**
 * What a partner may fix for a page and its order: all text, in the names of C-29 and of the widget's options (3-12).
 * Source: the partner's own defaults or a session token.
 */
export const presetFields = {
  payinCurrency: currencyCode,
  payinGroup: groupCode,
  payinAmount: amountText,
  payoutCurrency: currencyCode,
  payoutGroup: groupCode,
  payoutAmount: amountText,
  purchaseAmount: amountText,
  purchaseCurrency: currencyCode,
  dstAddress: line(200),
  dstTag: line(64),
  coupon: line(64),
  /** E-mail address of a merchant order's payer; lower-cased. */
  clientEmail: z.email().max(254).toLowerCase(),
  description: line(160),
  /** JSON text of header, footer and items (3-13). */
  productDetails: z.string().max(productDetailsMax),
  partnerOrderId: line(64),
  isMerchant: onOff,
  payToPartner: onOff,
  isDonation: onOff,
  /** URL of the button under a paid or a failed order; https, on one of the partner's origins. */
  httpReturnSuccess: z.url().max(500),
  httpReturnFailed: z.url().max(500),
} as const satisfies Record<string, z.ZodType<string, string>>;

export type PresetName = keyof typeof presetFields;

/** Any of the presets, each at most once, and no other field. */
export const presets = z.strictObject(presetFields).partial();
export type Presets = z.output<typeof presets>;

export const presetNames = Object.keys(presetFields).filter((name): name is PresetName => name in presetFields);
