import type { UpdateOptionsPayload } from '@causeway/bridge/shared/payloads';
import type { Flag } from './flag.generated.ts';

/** Where the widget is shown. */
export type Display = 'inline' | 'modal' | 'popup' | 'redirect';

/** What the widget must be able to do in its frame, or it is shown in another display. */
export type Need = 'storage' | 'camera' | 'payment' | 'popups';

/**
 * How the widget is opened and what it looks like. Everything but `origin` and `partnerKey` may be left out. Language
 * and look are those of the message that changes them while the widget runs.
 */
export interface CausewayOptions extends UpdateOptionsPayload {
  /** Where Causeway runs, as an exact origin: `https://pay.example`, without a path or a slash at the end. */
  origin: string;
  /** Your public partner key, `pk_…`. */
  partnerKey: string;
  /**
   * Left out: a frame in the element, and the next best display where a frame cannot work (see `change-display`).
   * `inline`: a frame and nothing else. `modal`, `popup`, `redirect`: a click on the element opens the widget there.
   */
  display?: Display | undefined;
  /** What a frame must be able to do, `popups` by default; in text, names with spaces between. */
  needs?: readonly Need[] | string | undefined;
  /** What the widget shows: everything (left out), or a part of it. */
  swMode?: 'cabinet' | 'cabinet-buy-sell' | 'directBuy' | 'merchant' | undefined;
  /** `auto` follows the client's system. */
  theme?: 'light' | 'dark' | 'auto' | undefined;
  /** Currency code, such as `EUR`. */
  payinCurrency?: string | undefined;
  /** Payment method, such as `card` or `sepa`, or a network. */
  payinGroup?: string | undefined;
  /** Decimal text, such as `"250.00"`. */
  payinAmount?: string | undefined;
  payoutCurrency?: string | undefined;
  payoutGroup?: string | undefined;
  /** Decimal text, such as `"0.004"`. */
  payoutAmount?: string | undefined;
  /** Chain address that receives the coins. */
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
  /** Items of a merchant's order, JSON with `header`, `footer`, `style` and `items`. */
  productDetails?: string | undefined;
  /**
   * Routes that the widget may open, by name or pattern, with commas between: `order-status, verification*`; all
   * without it.
   */
  routes?: string | undefined;
  /** Parts to hide and steps to skip; in text, names with spaces between: `hideCoupon hideFreeFee`. */
  flags?: readonly Flag[] | string | undefined;
  /**
   * Token of your server for this one opening, which fixes the important fields: address, amount, e-mail. It is valid
   * for five minutes and once, so give a function that asks your server: it is called each time the widget is loaded.
   */
  sessionToken?: string | (() => string | Promise<string>) | undefined;
  /** Names as they were given, set by the SDK: Causeway reports those that are no option, and what was meant. */
  attributes?: string | undefined;
  /** Name of the frame for assistive technology. */
  title?: string | undefined;
  /** Shows what is wrong with the page around the widget, and how to correct it. For development. */
  debug?: boolean | string | undefined;
}
