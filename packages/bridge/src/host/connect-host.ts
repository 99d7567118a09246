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
import { isRecord } from '../shared/guards.ts';

export interface HostOptions {
  /** The partner's window. */
  window: FrameWindow;
  /** The window of the widget, read again for each message: a frame's, or one that the page opened. */
  frame: () => PostTarget | null;
  /** Exact origin of the widget. Messages of any other origin are ignored, and none is sent there. */
  origin: string;
  /** Called for each known, well-formed event of the widget. */
  onMessage: (message: GuestMessage) => void;
  /** Called when a page of the widget has shaken hands; again when the frame was reloaded. */
  onReady?: () => void;
  /**
   * Called when the widget did not answer within the time given to `expect`, though it may still come later; or, with
   * the versions it speaks, when none of them is ours.
   */
  onFailure?: (versions?: readonly number[]) => void;
}

type HostPost = [event: InEvent, payload: InPayloads[InEvent]];

export interface HostConnection {
  /** Sends an event to the widget, or keeps it until the handshake. */
  send: <E extends HostEvent>(event: E, payload: InPayloads[E]) => void;
  /** Waits so many milliseconds for the next `ready`, instead of what it waited for before. */
  expect: (milliseconds: number) => void;
  /** Stops listening: what was not sent is never sent. */
  close: () => void;
}

/**
 * The partner page's end of the bridge. A message is taken when its source is the frame's own window and its origin
 * equals the widget's; height is taken at any time, all else only within the session that shook hands.
 *
 * @example
 * const host = connectHost({ window, frame: () => iframe.contentWindow, origin: 'https://pay.example', onMessage:
 * (message) => log(message) })
 * host.expect(20_000)
 * host.send('open-exchange', { payinCurrency: 'EUR', payinAmount: '250' })
 */
export function connectHost({ window, frame, origin, onMessage, onReady, onFailure }: HostOptions): HostConnection {
  let timer: number | undefined;
  let session: string | undefined;
  let version = PROTOCOL_VERSION;
  const waiting: HostPost[] = [];

  const post = (event: InEvent, payload: InPayloads[InEvent]) =>
    frame()?.postMessage({ causeway: version, event, payload, session }, origin);

  const shakeHands = (guestSession: string, theirs: readonly number[]) => {
    window.clearTimeout(timer);
    const common = SPOKEN_VERSIONS.find((spoken) => theirs.includes(spoken));
    if (common === undefined) return onFailure?.(theirs);
    const isNew = guestSession !== session;
    session = guestSession;
    version = common;
    // A repeated ready means that our answer was lost, so it is always answered.
    post('init', { version, session });
    for (const message of waiting.splice(0)) post(...message);
    if (isNew) onReady?.();
  };

  const receive = (event: FrameMessage) => {
    if (!event.source || event.source !== frame() || event.origin !== origin) return;
    const { data } = event;
    const message = isRecord(data) && data['causeway'] === version && parseOutMessage(data['event'], data['payload']);
    if (!message) return;
    if (message.event === 'ready') return shakeHands(message.payload.session, message.payload.versions);
    // Height is sent to any parent, so it may carry no session.
    const said = data['session'];
    if (said === undefined ? message.event === 'change-height' : said === session) onMessage(message);
  };

  window.addEventListener('message', receive);

  return {
    send(event, payload) {
      if (session === undefined) waiting.push([event, payload]);
      else post(event, payload);
    },
    expect(milliseconds) {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => onFailure?.(), milliseconds);
    },
    close() {
      window.clearTimeout(timer);
      window.removeEventListener('message', receive);
    },
  };
}
