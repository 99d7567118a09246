import { type ClientChange, clientChanges } from '@causeway/contract/shapes/client-change';

/** A word of the stream, or that there is no stream any more. */
export type LiveEvent = 'open' | 'closed' | ClientChange;

/** What is known of changes at the server without asking for them. */
export interface Live {
  /** Whether each change is announced: nothing need be polled. */
  isOpen: () => boolean;
  /** A number that grows when one of these changes, or may have changed unheard. */
  count: (changes: readonly ClientChange[]) => number;
  subscribe: (listener: (event: LiveEvent) => void) => () => void;
  take: (event: LiveEvent) => void;
}

export function createLive(): Live {
  const listeners = new Set<(event: LiveEvent) => void>();
  const counts = new Map<ClientChange, number>();
  let isOpen = false;
  return {
    isOpen: () => isOpen,
    count: (changes) => changes.reduce((sum, change) => sum + (counts.get(change) ?? 0), 0),
    subscribe(listener) {
      // One function may listen twice.
      const own = (event: LiveEvent) => listener(event);
      listeners.add(own);
      return () => listeners.delete(own);
    },
    take(event) {
      isOpen = event !== 'closed' && (isOpen || event === 'open');
      // What was missed while no stream was open is not known.
      for (const change of event === 'open' ? clientChanges : []) counts.set(change, (counts.get(change) ?? 0) + 1);
      if (event !== 'open' && event !== 'closed') counts.set(event, (counts.get(event) ?? 0) + 1);
      for (const listener of listeners) listener(event);
    },
  };
}

const kept = new WeakMap<object, Live>();

/** The one of a page, by its runtime. */
export function liveOf(runtime: object): Live {
  const known = kept.get(runtime) ?? createLive();
  kept.set(runtime, known);
  return known;
}
