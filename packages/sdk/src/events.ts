import type { Capabilities, OrderEventPayload, SessionRefusal } from '@causeway/bridge/shared/payloads';
import type { CausewayError } from './causeway-error.ts';

/** Where the widget is shown now: as requested, or the next best display. */
export interface DisplayChange {
  display: 'inline' | 'modal' | 'popup' | 'redirect' | 'qr';
  /**
   * Why: null when it is as requested. `storage`, `camera`, `payment` and `popups` name what the frame may not do;
   * `isolation`: this browser shows no frame on an isolated page; `frame-refused`: the content policy of the page;
   * `refused`: Causeway refuses the key or the page's origin; `no-answer`: no message came; `popup-blocked`; `client`:
   * the client chose it.
   */
  reason:
    | 'storage'
    | 'camera'
    | 'payment'
    | 'popups'
    | 'isolation'
    | 'frame-refused'
    | 'refused'
    | 'no-answer'
    | 'popup-blocked'
    | 'client'
    | null;
  /** What the widget can do there; null until it has reported. */
  capabilities: Capabilities | null;
}

/** What a listener of each event receives. */
export interface CausewayEvents {
  /** The widget is loaded and listens. Emitted again after the frame was reloaded. */
  ready: Record<string, never>;
  /** The client entered a step. */
  'update-step': OrderEventPayload;
  /** The order was created or its status changed. */
  'change-order': OrderEventPayload;
  /** The widget asks the page to go to an absolute http(s) URL. Without a listener the page goes there. */
  redirect: { url: string };
  /** The client chose a language. */
  'change-lang': { lang: string };
  /** The frame got a new height in CSS pixels. */
  'change-height': { height: number };
  /** Where the widget is shown was decided. */
  'change-display': DisplayChange;
  /** The session token was refused; the widget runs without its presets, and the client sees a message. */
  'session-refused': { reason: SessionRefusal };
  /** Options in the URL that the widget ignored, a sentence for each. */
  'options-ignored': { sentences: string[] };
  /** The client closed the modal or the popup, or pressed the close button of the flag `showClose`. */
  close: Record<string, never>;
  /** The widget did not load or speaks another version. Without a listener it is logged. */
  error: CausewayError;
}

export type CausewayEvent = keyof CausewayEvents;
export type CausewayListener<E extends CausewayEvent> = (detail: CausewayEvents[E]) => void;

/** Every event, for those who listen to all. */
export const EVENT_NAMES = [
  'ready',
  'update-step',
  'change-order',
  'redirect',
  'change-lang',
  'change-height',
  'change-display',
  'session-refused',
  'options-ignored',
  'close',
  'error',
] as const satisfies CausewayEvent[];
