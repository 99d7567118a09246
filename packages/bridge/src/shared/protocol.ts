import type { OrderStatus } from './order-status.generated.ts';

/**
 * The frame protocol. `out` goes from the widget (guest) to the partner's page (host), `in` the other way.
 *
 *   guest                                   host
 *     ── ready {versions, session} ─────────▶   repeated until answered
 *     ◀──────────── init {version, session} ──
 *     ── update-step, change-height, … ─────▶   every envelope carries the session
 *     ◀──────── open-exchange, login, … ──────
 *
 * The host is the page around the frame, or the page that opened the widget's window.
 *
 * Envelope: `{causeway: 1, event, payload, session}`. The unions are closed: an event that is not listed is ignored.
 * Names and payloads are public: partners without the SDK read them too.
 */

export type { OrderStatus };

/** The newest protocol version this code speaks; also the marker in the envelope. */
export const PROTOCOL_VERSION = 1;

/** Every version this code can fall back to, newest first. */
export const SPOKEN_VERSIONS: readonly number[] = [PROTOCOL_VERSION];

/** Height in CSS pixels that is used while the content cannot be measured. */
export const FALLBACK_HEIGHT = 650;

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
  /** Tag such as `en`. */
  lang?: string | undefined;
  theme?: string | undefined;
  /** Colours as six hex digits. */
  brand?: string | undefined;
  brandDark?: string | undefined;
  onBrand?: string | undefined;
  onBrandDark?: string | undefined;
  radius?: string | undefined;
  density?: string | undefined;
  font?: string | undefined;
}

/** Payload of each event that the widget sends to the page around it. */
export interface OutPayloads {
  /** First sign of life, repeated until `init`; lists the versions the guest speaks. */
  ready: { versions: number[]; session: string };
  /** The client chose a language, as a tag such as `en`. */
  'change-lang': { lang: string };
  /** The order was created or its status changed. */
  'change-order': OrderEventPayload;
  /** The client entered a step. */
  'update-step': OrderEventPayload;
  /** The widget asks the page to go to this absolute http(s) address. */
  redirect: { url: string };
  /** Height of the content in CSS pixels. */
  'change-height': { height: number };
  /** The client pressed the close button, which the page requested with `show_close`. */
  close: Record<string, never>;
  /** What the widget can do here, sent once it runs. */
  capabilities: Capabilities;
  /** The page's session token was refused: the widget runs without the presets in it. */
  'session-refused': { reason: SessionRefusal };
  /** Options in the widget's URL that were ignored, a sentence for each: its name, what was expected and what came. */
  'options-ignored': { sentences: string[] };
}

/** Payload of each event that the page around the widget may send into it. */
export interface InPayloads {
  /** Answer to `ready`: the version to speak and the guest's session, repeated back. */
  init: { version: number; session: string };
  /** With both tokens the client is signed in; empty, the login form opens. */
  login: { access?: string | undefined; refresh?: string | undefined };
  register: Record<string, never>;
  logout: Record<string, never>;
  'open-deposit': { depositCurrency?: string | undefined };
  'open-order-status': { orderId: string };
  'open-withdrawal': {
    payinCurrency?: string | undefined;
    payoutCurrency?: string | undefined;
    /** Decimal text. */
    payinAmount?: string | undefined;
  };
  'open-exchange': OpenExchangePayload;
  'update-options': UpdateOptionsPayload;
  reset: Record<string, never>;
  'open-verification': {
    /** Name of the wizard to open. */
    wizard?: string | undefined;
    /** Where to go afterwards: a path of the widget or an http(s) URL. */
    redirect?: string | undefined;
  };
}

export type OutEvent = keyof OutPayloads;
export type InEvent = keyof InPayloads;

/** A message with its event and payload tied together, so that a `switch` on `event` narrows the payload. */
export type MessageOf<Payloads> = { [E in keyof Payloads]: { event: E; payload: Payloads[E] } }[keyof Payloads];

export type OutMessage = MessageOf<OutPayloads>;
export type InMessage = MessageOf<InPayloads>;

/** Events the widget may send once the handshake is done. */
export type GuestEvent = Exclude<OutEvent, 'ready'>;
/** Events the page may send once the handshake is done. */
export type HostEvent = Exclude<InEvent, 'init'>;
/** What the guest's owner receives: everything but the handshake. */
export type HostMessage = MessageOf<Pick<InPayloads, HostEvent>>;
/** What the host's owner receives: everything but the handshake. */
export type GuestMessage = MessageOf<Pick<OutPayloads, GuestEvent>>;
