export interface CallEnds<T> {
  answered: (answer: T) => void;
  failed: (failure: unknown) => void;
}

/** One call at a time: a newer one, or `stop`, silently ends the one before. */
export interface LatestCall {
  start: <T>(call: (signal: AbortSignal) => Promise<T>, ends: CallEnds<T>) => void;
  stop: () => void;
}

export function createLatestCall(): LatestCall {
  let running: AbortController | undefined;
  const stop = () => running?.abort();

  return {
    start(call, { answered, failed }) {
      stop();
      const { signal } = (running = new AbortController());
      call(signal).then(
        (answer) => signal.aborted || answered(answer),
        (failure: unknown) => signal.aborted || failed(failure),
      );
    },
    stop,
  };
}
