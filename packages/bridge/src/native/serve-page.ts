import { NativeError } from './native-error.ts';
import type {
  NativeEvents,
  NativeEventName,
  NativeFault,
  NativeNotice,
  NativeNotices,
  NativeNoticeName,
} from './protocol.ts';
import type { NativeAnswers, NativeCalls, NativeName } from './native-calls.ts';
import { callReaders, noticeReaders } from './readers.ts';
import { readText, writeText } from './read-text.ts';

/** The shell's handler of each call; a call without a handler is answered with `unknown`. */
export type NativeHandlers = {
  [N in NativeName]?: (payload: NativeCalls[N]) => NativeAnswers[N] | Promise<NativeAnswers[N]>;
};

export interface PageServerOptions {
  handlers: NativeHandlers;
  /** Brings a text to the page, as by running `window.causewayPage.receive(text)` in the web view. */
  send: (text: string) => void;
  /** Called for each known, well-formed message of the page that needs no answer. */
  onNotice?: (notice: NativeNotice) => void;
}

/** The shell's end of the protocol, for shells written in TypeScript. */
export interface PageServer {
  /** Takes a text of the page. Nothing in it can make it throw. */
  receive: (text: string) => void;
  /** Sends the page an event. */
  emit: <E extends NativeEventName>(event: E, payload: NativeEvents[E]) => void;
}

/**
 * Serves the page's calls. A handler may throw a `NativeError` to name its fault; anything else it throws is `failed`.
 *
 * @example
 * const server = servePage({ handlers: { 'push-token-get': () => ({ token }) }, send: (text) => webView.post(text) })
 * webView.onMessage((text) => server.receive(text))
 */
export function servePage({ handlers, send, onNotice }: PageServerOptions): PageServer {
  async function answer(id: number, name: NativeName, payload: unknown): Promise<void> {
    const fail = (error: NativeFault) => send(writeText({ id, error }));
    const run = prepare(handlers, name, payload);
    if (typeof run === 'string') return fail(run);
    try {
      send(writeText({ id, result: await run() }));
    } catch (error) {
      fail(error instanceof NativeError && error.fault === 'unknown' ? 'unknown' : 'failed');
    }
  }

  return {
    receive(text) {
      const envelope = readText(text);
      if (envelope === undefined) return;
      const { id, name, notice, payload } = envelope;
      if (typeof notice === 'string' && isNoticeName(notice)) {
        const known = readNotice(notice, payload);
        if (known) onNotice?.(known);
        return;
      }
      if (typeof id !== 'number' || typeof name !== 'string') return;
      if (isCallName(name)) void answer(id, name, payload);
      else send(writeText({ id, error: 'unknown' }));
    },
    emit: (event, payload) => send(writeText({ event, payload })),
  };
}

/** A handler with its payload read, or why there is none. */
function prepare<N extends NativeName>(handlers: Pick<NativeHandlers, N>, name: N, payload: unknown) {
  const handle = handlers[name];
  if (handle === undefined) return 'unknown';
  const read: (value: unknown) => NativeCalls[N] | undefined = callReaders[name];
  const asked = read(payload);
  return asked === undefined ? 'malformed' : () => handle(asked);
}

function isCallName(name: string): name is NativeName {
  return Object.hasOwn(callReaders, name);
}

function isNoticeName(name: string): name is NativeNoticeName {
  return Object.hasOwn(noticeReaders, name);
}

function readNotice(name: keyof NativeNotices, payload: unknown): NativeNotice | undefined {
  switch (name) {
    case 'back-offered':
      return tie(name, noticeReaders[name](payload));
    case 'back-empty':
      return tie(name, noticeReaders[name](payload));
    case 'open-outside':
      return tie(name, noticeReaders[name](payload));
  }
}

function tie<N extends string, P>(notice: N, payload: P | undefined): { notice: N; payload: P } | undefined {
  return payload === undefined ? undefined : { notice, payload };
}
