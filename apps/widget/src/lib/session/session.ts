import type { KeyValueStore } from './key-value-store.ts';

const key = 'causeway.session';

/**
 * Why the tokens changed. `biometric` is a sign-in by the device's owner; after `refresh-failed` the device must keep
 * its biometric token.
 */
export type TokenEvent =
  | 'signed-in'
  | 'biometric'
  | 'refreshed'
  | 'signed-out'
  | 'refresh-failed'
  | 'session-over'
  | 'other-tab';

export interface Session {
  tokens: () => Tokens | undefined;
  /** Reads the store again: another tab may have refreshed the pair. */
  reload: () => Tokens | undefined;
  /** Stores a pair; false for anything that is none. */
  set: (value: unknown, event?: TokenEvent) => boolean;
  clear: (event: TokenEvent) => void;
  /** The last change on this page, for a part that was not loaded when it came. */
  lastEvent: () => TokenEvent | undefined;
  /** Follows every change of the tokens. */
  subscribe: (listener: (event: TokenEvent) => void) => () => void;
}

/** The signed-in state of this browser: one pair for all tabs, in memory where the browser refuses storage. */
export function createSession(store: KeyValueStore): Session {
  const listeners = new Set<(event: TokenEvent) => void>();
  let tokens: Tokens | undefined;
  let isRead = false;
  let last: TokenEvent | undefined;
  function emit(event: TokenEvent): void {
    last = event;
    listeners.forEach((listener) => listener(event));
  }

  function keep(pair: Tokens | undefined): Tokens | undefined {
    isRead = true;
    tokens = pair;
    return pair;
  }
  const reload = () => keep(parse(store.get(key)));
  // Read at the first use: the first drawing is a visitor's.
  const known = () => (isRead ? tokens : reload());

  store.follow(key, (text) => {
    const isSigned = known() !== undefined;
    if (keep(parse(text)) || isSigned) emit('other-tab');
  });

  return {
    tokens: known,
    reload,
    set(value, event = 'signed-in') {
      const pair = readTokens(value);
      if (!pair) return false;
      keep(pair);
      store.set(key, JSON.stringify(pair));
      emit(event);
      return true;
    },
    clear(event) {
      if (!known()) return;
      keep(undefined);
      store.remove(key);
      emit(event);
    },
    lastEvent: () => last,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function parse(text: string | undefined): Tokens | undefined {
  if (text === undefined) return undefined;
  try {
    return readTokens(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The pair of a session (3-61). */
interface Tokens {
  access: string;
  refresh: string;
}

/** Reads a pair from any value; a token that is not a string, or is empty, makes no session (5-39, A-066). */
function readTokens(value: unknown): Tokens | undefined {
  if (typeof value !== 'object' || value === null || !('access' in value) || !('refresh' in value)) return undefined;
  const { access, refresh } = value;
  if (typeof access !== 'string' || typeof refresh !== 'string' || access === '' || refresh === '') return undefined;
  return { access, refresh };
}
