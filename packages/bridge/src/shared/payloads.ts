import type { OrderStatus } from './order-status.generated.ts';

/** The status of an order. `null` means "not known yet", for example before an order exists. */
export interface OrderEventPayload {
  /** Status, such as `processing` or `finished`; a newer server may name one that this version does not list. */
  orderStatus: OrderStatus | null;
  /** The order's public id. */
  orderId: string | null;
  /** The partner's own number for the order. */
  partnerOrderId: string | null;
  /** The step on screen, such as `exchange` or `status`; never `auth`. */
  stepName: string | null;
}

/** What the client wants to exchange. Amounts are decimal text (`"250.00"`), never numbers. */
export interface OpenExchangePayload {
  payinCurrency?: string | undefined;
  payinGroup?: string | undefined;
  payinAmount?: string | undefined;
  payoutCurrency?: string | undefined;
  payoutGroup?: string | undefined;
  payoutAmount?: string | undefined;
  /** True when the pay-out amount is the one that was typed. */
  isPayoutCalc?: boolean | undefined;
  isFloatingRate?: boolean | undefined;
  coupon?: string | undefined;
  dstAddress?: string | undefined;
  dstTag?: string | undefined;
  memoId?: string | undefined;
  memoType?: string | undefined;
  memoValue?: string | undefined;
  purchaseAmount?: string | undefined;
  clientEmail?: string | undefined;
}

/** What the widget can do in its frame or window. */
export interface Capabilities {
  /** It can keep things over a reload: sessions, what was typed. */
  storage: boolean;
  /** It may ask for the camera, which proof of identity needs. */
  camera: boolean;
  /** It may ask for a payment sheet of the browser. */
  payment: boolean;
  /** It may open windows, which card and bank pages need. */
  popups: boolean;
}

/**
 * Why a session token is refused: `unknown` when it was changed, cut short or never made; `used` before; `expired`
 * after five minutes; `partner` when it belongs to another partner than the page's key.
 */
export const SESSION_REFUSALS = ['unknown', 'used', 'expired', 'partner'] as const;
export type SessionRefusal = (typeof SESSION_REFUSALS)[number];

/** The capabilities by name, the most needed first. */
export const CAPABILITIES: readonly (keyof Capabilities)[] = ['storage', 'popups', 'camera', 'payment'];

/** What a running widget can change without loading again: language and look. */
export interface UpdateOptionsPayload {
  /** Language tag, such as `en`. */
  lang?: string | undefined;
  /** `light`, `dark`, or `auto`, which follows the client's system. */
  theme?: string | undefined;
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
}
