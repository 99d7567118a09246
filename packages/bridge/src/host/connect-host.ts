import type { FrameMessage, FrameWindow, PostTarget } from '../shared/frame-window.ts';
import { parseOutMessage } from '../shared/parse-out-message.ts';
import {
  PROTOCOL_VERSION,
  SPOKEN_VERSIONS,
  type GuestMessage,
  type HostEvent,
  type InEvent,
  type InPayloads,
} from '../shared/protocol.ts';
import { readEnvelope } from '../shared/read-envelope.ts';

export interface HostOptions {
  /** The partner's window. */
  window: FrameWindow;
  /** The widget's frame; `contentWindow` is read for each message, so it may be attached later. */
  iframe: { readonly contentWindow: PostTarget | null };
  /** Exact origin of the widget. Messages of any other origin are ignored, and none is sent there. */
  origin: string;
  /** Called for each known, well-formed event of the widget. */
  onMessage: (message: GuestMessage) => void;
  /** Called when a page of the widget has shaken hands; again when the frame was reloaded. */
  onReady?: () => void;
  /** Called when nothing was heard of the widget for `timeout` milliseconds; it may still come later. */
  onTimeout?: () => void;
  /** Called when the widget speaks none of our versions. */
  onVersionMismatch?: (theirs: readonly number[]) => void;
  /** Milliseconds to wait for the first `ready`. */
  timeout?: number;
}

export interface HostConnection {
  /** Sends an event to the widget, or keeps it until the handshake. */
  send: <E extends HostEvent>(event: E, payload: InPayloads[E]) => void;
  /** Stops listening and forgets what was not sent. */
  close: () => void;
}

/**
 * The partner page's end of the bridge. A message is taken when its source is the frame's own window and its origin
 * equals the widget's; height is taken at any time, all else only within the session that shook hands.
 *
 * @example
 * const host = connectHost({ window, iframe, origin: 'https://pay.example', onMessage: (message) => log(message) })
 * host.send('open-exchange', { payinCurrency: 'EUR', payinAmount: '250' })
 */
export function connectHost(options: HostOptions): HostConnection {
  const { window, iframe, origin, onMessage, onReady, onTimeout, onVersionMismatch, timeout = 20_000 } = options;
  let session: string | undefined;
  let version = PROTOCOL_VERSION;
  let waiting: (() => void)[] = [];

  const post = <E extends InEvent>(event: E, payload: InPayloads[E]) =>
    iframe.contentWindow?.postMessage({ causeway: version, event, payload, session }, origin);

  const shakeHands = (guestSession: string, theirs: readonly number[]) => {
    window.clearTimeout(timer);
    const common = SPOKEN_VERSIONS.find((spoken) => theirs.includes(spoken));
    if (common === undefined) return onVersionMismatch?.(theirs);
    const isNew = guestSession !== session;
    session = guestSession;
    version = common;
    // A repeated ready means that our answer was lost, so it is always answered.
    post('init', { version, session });
    if (!isNew) return;
    const kept = waiting;
    waiting = [];
    for (const sendNow of kept) sendNow();
    onReady?.();
  };

  const receive = (event: FrameMessage) => {
    if (!iframe.contentWindow || event.source !== iframe.contentWindow || event.origin !== origin) return;
    const envelope = readEnvelope(event.data);
    if (envelope?.version !== version) return;
    const message = parseOutMessage(envelope.event, envelope.payload);
    if (!message) return;
    if (message.event === 'ready') return shakeHands(message.payload.session, message.payload.versions);
    const isHeight = message.event === 'change-height' && envelope.session === undefined;
    if (isHeight || (session !== undefined && envelope.session === session)) onMessage(message);
  };

  const timer = window.setTimeout(() => onTimeout?.(), timeout);
  window.addEventListener('message', receive);

  return {
    send(event, payload) {
      if (session === undefined) waiting.push(() => post(event, payload));
      else post(event, payload);
    },
    close() {
      window.clearTimeout(timer);
      window.removeEventListener('message', receive);
      waiting = [];
    },
  };
}
