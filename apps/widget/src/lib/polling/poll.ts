import { NetworkFailure } from '../api/network-failure.ts';
import { type Timers, realTimers } from '../timing/timers.ts';

/** Server errors in a row after which a poll gives up (4.12-03, A-094). */
export const serverErrorsMax = 3;

export interface PollState<T> {
  /** The last good answer; a failure keeps it. */
  data: T | undefined;
  /** The failure of the last call, when it failed. */
  failure: unknown;
  /** It will not call again by itself. */
  isStopped: boolean;
}

export interface Network {
  isOnline: () => boolean;
  /** Notifies when the connection is back. */
  onOnline: (listener: () => void) => () => void;
}

export interface PollOptions<T> {
  call: (signal: AbortSignal) => Promise<T>;
  /** Milliseconds from the end of one call to the start of the next. */
  every: number;
  /** Whether this answer is the last one that matters. */
  isLast?: (data: T) => boolean;
  network: Network;
  timers?: Timers;
  initial?: T | undefined;
}

export interface Poll<T> {
  subscribe: (listener: () => void) => () => void;
  state: () => PollState<T>;
  /** Calls now, also after a stop. */
  again: () => void;
}

/**
 * Repeats a call while there is a listener (4.12): it pauses offline and goes on when the connection is back, stops
 * after three server errors in a row and retries without an end on a broken network.
 */
export function createPoll<T>(options: PollOptions<T>): Poll<T> {
  const { call, every, isLast = () => false, network, timers = realTimers } = options;
  const listeners = new Set<() => void>();
  let state: PollState<T> = { data: options.initial, failure: undefined, isStopped: false };
  let serverErrors = 0;
  let cancelTimer = () => {};
  let stopWaiting = () => {};
  let running: AbortController | undefined;

  const publish = (next: Partial<PollState<T>>) => {
    state = { ...state, ...next };
    listeners.forEach((listener) => listener());
  };
  const rest = () => {
    cancelTimer();
    stopWaiting();
    running?.abort();
    running = undefined;
  };

  function run(): void {
    rest();
    if (!network.isOnline()) {
      stopWaiting = network.onOnline(run);
      return;
    }
    const own = new AbortController();
    running = own;
    void settle(own);
  }

  async function settle(own: AbortController): Promise<void> {
    try {
      const data = await call(own.signal);
      if (own.signal.aborted) return;
      serverErrors = 0;
      publish({ data, failure: undefined, isStopped: isLast(data) });
    } catch (failure) {
      if (own.signal.aborted) return;
      if (!(failure instanceof NetworkFailure)) serverErrors += 1;
      publish({ failure, isStopped: serverErrors >= serverErrorsMax });
    }
    if (!state.isStopped && listeners.size > 0) cancelTimer = timers.after(every, run);
  }

  return {
    state: () => state,
    again() {
      serverErrors = 0;
      publish({ isStopped: false });
      run();
    },
    subscribe(listener) {
      // One function may listen twice.
      const own = () => listener();
      listeners.add(own);
      if (listeners.size === 1 && !state.isStopped) run();
      return () => {
        listeners.delete(own);
        if (listeners.size === 0) rest();
      };
    },
  };
}
