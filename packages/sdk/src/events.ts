import type { OrderEventPayload } from '@causeway/bridge/shared/protocol';
import type { CausewayError } from './causeway-error.ts';

/** What a listener of each event receives. */
export interface CausewayEvents {
  /** The widget is loaded and listens. Comes again when the frame was loaded anew. */
  ready: Record<string, never>;
  /** The client entered a step. */
  'update-step': OrderEventPayload;
  /** The order was created or its status changed. */
  'change-order': OrderEventPayload;
  /** The widget asks the page to go to an absolute http(s) address. Without a listener the page goes there. */
  redirect: { url: string };
  /** The client chose a language. */
  'change-lang': { lang: string };
  /** The frame got a new height in CSS pixels. */
  'change-height': { height: number };
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
  'error',
] as const satisfies CausewayEvent[];
