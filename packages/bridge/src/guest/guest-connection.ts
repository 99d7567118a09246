import type { FrameWindow, PostTarget } from '../shared/frame-window.ts';
import type { GuestEvent, HostMessage, OutPayloads } from '../shared/protocol.ts';
import type { ParentHints } from './likely-parents.ts';

/** The window the widget runs in: a frame of the partner's page, or a window that the page opened. */
export type GuestWindow = FrameWindow &
  ParentHints & { readonly parent: PostTarget; readonly opener?: PostTarget | null };

export interface GuestOptions {
  window: GuestWindow;
  /** Exact origins of the partner, such as `https://shop.example`. Nothing else is trusted. */
  allowedOrigins: readonly string[];
  /** Called for each known, well-formed event of the partner's page. */
  onMessage: (message: HostMessage) => void;
  /** Called once, when the partner's page has answered the handshake. */
  onConnect?: (host: { origin: string; version: number }) => void;
  /** Milliseconds between two `ready` messages. */
  readyEvery?: number;
  /** Milliseconds without an answer after which a known, allowed parent is served as one that has no SDK. */
  plainAfter?: number;
  /** Milliseconds after which `ready` is no longer repeated; a later answer still counts. */
  endAfter?: number;
  /** Id of this page's life; random by default. */
  session?: string;
}

export interface GuestConnection {
  /**
   * Sends an event, or keeps it until the handshake. Only `change-height` ever reaches a parent that is not trusted.
   */
  send: <E extends GuestEvent>(event: E, payload: OutPayloads[E]) => void;
  /** Stops listening and forgets what was not sent. */
  close: () => void;
}
