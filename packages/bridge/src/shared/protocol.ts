import type { OrderStatus } from './order-status.generated.ts';
import type {
  OrderEventPayload,
  OpenExchangePayload,
  Capabilities,
  SessionRefusal,
  UpdateOptionsPayload,
} from './payloads.ts';

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
