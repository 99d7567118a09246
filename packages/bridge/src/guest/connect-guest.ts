import { createSession } from '../shared/create-session.ts';
import type { FrameMessage } from '../shared/frame-window.ts';
import { isOrigin } from '../shared/is-origin.ts';
import {
  PROTOCOL_VERSION,
  SPOKEN_VERSIONS,
  type InPayloads,
  type OutEvent,
  type OutPayloads,
} from '../shared/protocol.ts';
import { greet } from './greet.ts';
import { likelyParents } from './likely-parents.ts';
import { readHostMessage } from './read-host-message.ts';
import type { GuestOptions, GuestConnection } from './guest-connection.ts';

interface Host {
  origin: string;
  version: number;
  /** False while we serve a parent that never answered `ready`. */
  answered: boolean;
}

const MOST_WAITING = 100;

/**
 * The widget's only listener for messages of the partner's page: the direct parent of a frame, the opener of a window.
 * It takes a message when it comes from there, from an origin that equals an allowed one, and is a known event with a
 * well-formed payload; everything else is ignored without a trace. With neither parent nor opener it does nothing.
 *
 * A partner may post `{event, payload}` by hand, without the SDK: from an allowed origin that is taken too. Such a page
 * is served without an answer to `ready`; one whose script comes late, and answers then, gets all of it again.
 *
 * @example
 * const guest = connectGuest({ window, allowedOrigins: ['https://shop.example'], onMessage: (message) =>
 * handle(message) })
 * guest.send('change-height', { height: 720 })
 */
export function connectGuest(options: GuestOptions): GuestConnection {
  const { window, onMessage, onConnect, readyEvery = 250, plainAfter = 1500, endAfter = 60_000 } = options;
  const isFramed = !Object.is(window.parent, window);
  const page = isFramed ? window.parent : window.opener;
  if (!page) return { send: () => undefined, close: () => undefined };

  const allowed = options.allowedOrigins.filter(isOrigin);
  const session = options.session ?? createSession();
  const likely = likelyParents(window, allowed);
  let host: Host | undefined;
  let waiting: (() => void)[] = [];
  let repeatHeight: (() => void) | undefined;

  const post = <E extends OutEvent>(event: E, payload: OutPayloads[E], origin: string) => {
    const mark = origin === '*' ? {} : { session };
    page.postMessage({ causeway: host?.version ?? PROTOCOL_VERSION, event, payload, ...mark }, origin);
  };

  const serve = (next: Host) => {
    host = next;
    for (const sendNow of [...waiting, repeatHeight]) sendNow?.();
    if (!host.answered) return;
    waiting = [];
    repeatHeight = undefined;
  };

  const onInit = (origin: string, answer: InPayloads['init']) => {
    if (host?.answered || answer.session !== session || !SPOKEN_VERSIONS.includes(answer.version)) return;
    stopGreeting();
    serve({ origin, version: answer.version, answered: true });
    onConnect?.({ origin, version: answer.version });
  };

  const receive = (event: FrameMessage) => {
    const origins = host ? [host.origin] : allowed;
    const message = readHostMessage(event, { page, origins, session });
    if (!message) return;
    if (message.event === 'init') return onInit(event.origin, message.payload);
    if (!host) serve({ origin: event.origin, version: PROTOCOL_VERSION, answered: false });
    onMessage(message);
  };

  const hello = () => likely.forEach((origin) => post('ready', { versions: [...SPOKEN_VERSIONS], session }, origin));
  const onSilence = () => {
    const [origin, ...others] = likely;
    if (!host && origin !== undefined && others.length === 0)
      serve({ origin, version: PROTOCOL_VERSION, answered: false });
  };

  window.addEventListener('message', receive);
  const stopGreeting = greet({ window, hello, onSilence, every: readyEvery, plainAfter, endAfter });

  return {
    send(event, payload) {
      const toHost = () => post(event, payload, host?.origin ?? '');
      if (host) toHost();
      if (host?.answered) return;
      if (event !== 'change-height') waiting = [...waiting, toHost].slice(-MOST_WAITING);
      else {
        repeatHeight = toHost;
        // The height of a separate window does not concern the page that opened it.
        if (isFramed && !host) post(event, payload, '*');
      }
    },
    close() {
      stopGreeting();
      window.removeEventListener('message', receive);
    },
  };
}
