import { NetworkFailure } from '../api/network-failure.ts';
import type { Network } from '../polling/poll.ts';
import type { Timers } from './timers.ts';

/** Milliseconds after which a call without an answer is made again, where the browser does not say when the connection is back. */
export const repeatPause = 5000;
/** Milliseconds for which a call goes on by itself; after that its maker decides again. */
export const repeatFor = 120_000;

export interface UntilAnsweredOptions {
  network: Network;
  timers: Timers;
  /** Whether the answer still matters. */
  isWanted: () => boolean;
  /** There was no answer; the call waits for the connection. */
  onWait: () => void;
}

/**
 * Makes a call until the server answers: at once when the connection is back, and every few seconds meanwhile. For calls
 * that may be repeated only: without an answer nobody knows whether the server has done what it was asked.
 *
 * @throws NetworkFailure when the answer is not wanted any more or did not come in time, and whatever else the call throws
 */
export async function untilAnswered<Answer>(
  { network, timers, isWanted, onWait }: UntilAnsweredOptions,
  call: () => Promise<Answer>,
): Promise<Answer> {
  const end = timers.now() + repeatFor;
  for (;;) {
    try {
      return await call();
    } catch (failure) {
      if (!(failure instanceof NetworkFailure) || !isWanted() || timers.now() >= end) throw failure;
      onWait();
      await connection(network, timers);
      if (!isWanted()) throw failure;
    }
  }
}

function connection(network: Network, timers: Timers): Promise<void> {
  return new Promise((resolve) => {
    const stops = [network.onOnline(goOn), timers.after(repeatPause, goOn)];
    function goOn(): void {
      for (const stop of stops) stop();
      resolve();
    }
  });
}
