import type { InjectedShell } from './find-shell.ts';
import { NativeError } from './native-error.ts';
import {
  CALL_TIMEOUT,
  type NativeEvent,
  type NativeEvents,
  type NativeNotices,
  type NativeNoticeName,
} from './protocol.ts';
import { PERSON_TIMEOUTS, type NativeAnswers, type NativeCalls, type NativeName } from './native-calls.ts';
import { answerReaders, eventReaders, isFault } from './readers.ts';
import { readText, writeText } from './read-text.ts';

/** Where the shell's texts arrive; the page owns it. */
export interface PageWindow {
  causewayPage?: { receive: (text: string) => void };
  setTimeout: (act: () => void, wait: number) => number;
  clearTimeout: (timer: number) => void;
}

export interface ShellConnectionOptions {
  window: PageWindow;
  shell: InjectedShell;
}

/** The shell, as the page talks to it. */
export interface ShellConnection {
  /** Asks the shell; rejects with a `NativeError`. */
  call: <N extends NativeName>(name: N, payload: NativeCalls[N]) => Promise<NativeAnswers[N]>;
  /** Sends the shell a message that needs no answer. */
  notify: <N extends NativeNoticeName>(notice: N, payload: NativeNotices[N]) => void;
  /** Sends each known, well-formed event of the shell there, those that came before this call first. */
  follow: (act: (event: NativeEvent) => void) => void;
  close: () => void;
}

/**
 * Talks to an injected shell. Each call has an id of its own and is answered by it, once, within 10 s, or as
 * long as a person takes. Texts that are no envelope, answers that no call waits for and unknown events are ignored.
 */
export function connectShell({ window, shell }: ShellConnectionOptions): ShellConnection {
  const waiting = new Map<number, { settle: (envelope: Record<string, unknown>) => void }>();
  const early: NativeEvent[] = [];
  let obey = (event: NativeEvent): void => void early.push(event);
  let lastId = 0;
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- the injected object is no window: there is one receiver, the app
  const post = (text: string) => shell.postMessage(text);

  function receive(text: unknown): void {
    const envelope = readText(text);
    if (envelope === undefined) return;
    const { id, event } = envelope;
    if (typeof id === 'number') return waiting.get(id)?.settle(envelope);
    const known = typeof event === 'string' ? readEvent(event, envelope['payload']) : undefined;
    if (known) obey(known);
  }

  function call<N extends NativeName>(name: N, payload: NativeCalls[N]): Promise<NativeAnswers[N]> {
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      const end = (act: () => void) => {
        window.clearTimeout(timer);
        waiting.delete(id);
        act();
      };
      const wait = PERSON_TIMEOUTS[name] ?? CALL_TIMEOUT;
      const timer = window.setTimeout(() => end(() => reject(new NativeError(name, 'timeout'))), wait);
      const read: (value: unknown) => NativeAnswers[N] | undefined = answerReaders[name];
      waiting.set(id, {
        settle(envelope) {
          const { error, result } = envelope;
          const answer = error === undefined ? read(result) : undefined;
          if (answer !== undefined) end(() => resolve(answer));
          else end(() => reject(new NativeError(name, isFault(error) ? error : 'malformed')));
        },
      });
      post(writeText({ id, name, payload }));
    });
  }

  window.causewayPage = { receive };
  return {
    call,
    notify: (notice, payload) => post(writeText({ notice, payload })),
    follow(act) {
      obey = act;
      for (const event of early.splice(0)) act(event);
    },
    close() {
      for (const { settle } of waiting.values()) settle({ error: 'failed' });
      delete window.causewayPage;
    },
  };
}

function isEventName(name: string): name is keyof NativeEvents {
  return Object.hasOwn(eventReaders, name);
}

function readEvent(name: string, payload: unknown): NativeEvent | undefined {
  if (!isEventName(name)) return undefined;
  switch (name) {
    case 'back-pressed':
      return tie(name, eventReaders[name](payload));
    case 'back-taken':
      return tie(name, eventReaders[name](payload));
    case 'push-token-changed':
      return tie(name, eventReaders[name](payload));
    case 'link-opened':
      return tie(name, eventReaders[name](payload));
  }
}

function tie<E extends string, P>(event: E, payload: P | undefined): { event: E; payload: P } | undefined {
  return payload === undefined ? undefined : { event, payload };
}
