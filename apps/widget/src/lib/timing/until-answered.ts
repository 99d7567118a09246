import { NetworkFailure, ScriptFailure } from '../api/network-failure.ts';
import type { Network } from '../polling/poll.ts';
import type { Timers } from './timers.ts';

/**
 * Milliseconds after which an unanswered call is repeated, where the browser does not report when the connection is
 * back.
 */
export const repeatPause = 5000;
/** Milliseconds for which a call is repeated by itself; after that its caller decides. */
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
 * Makes a call until the server answers: at once when the connection is back, and every few seconds meanwhile. Only for
 * calls that may be repeated: without an answer it is unknown whether the server has done its work.
 *
 * @throws NetworkFailure when the answer is not wanted any more, did not come in time, or a script is kept out; and
 * whatever else the call throws
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
      if (!isWorthWaiting(failure, network) || !isWanted() || timers.now() >= end) throw failure;
      onWait();
      await connection(network, timers);
      if (!isWanted()) throw failure;
    }
  }
}

function isWorthWaiting(failure: unknown, network: Network): boolean {
  return failure instanceof NetworkFailure && !(failure instanceof ScriptFailure && network.isOnline());
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

/** A call that waited for the connection is not wanted any more. */
export class CallCanceled extends Error {
  override readonly name = 'CallCanceled';
}

/** Calls that continue by themselves after a break of the connection. */
export interface GoingOn {
  /** For a call that may be made twice: repeated until the server answers. @throws CallCanceled, or as it does */
  repeat: <Answer>(call: () => Promise<Answer>) => Promise<Answer>;
  /**
   * For a call that may not: made once, as soon as there is a connection. Without an answer its effect is unknown, and
   * its caller decides. @throws CallCanceled, and as the call does
   */
  once: <Answer>(call: () => Promise<Answer>) => Promise<Answer>;
  /** Calls that wait for the connection are given up; a call that is under way is not. */
  cancel: () => void;
}

/** Calls of a screen, to be given up with it. `showWaiting` shows at every try that they continue. */
export function createGoingOn(network: Network, timers: Timers, showWaiting: () => void): GoingOn {
  let stop: (() => void) | undefined;

  function repeat<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      let isWanted = true;
      const onWait = () => {
        stop = () => {
          isWanted = false;
          reject(new CallCanceled());
        };
        showWaiting();
      };
      const ask = () => {
        stop = undefined;
        return call();
      };
      untilAnswered({ network, timers, isWanted: () => isWanted, onWait }, ask).then(resolve, reject);
    });
  }

  async function once<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    const [outcome] = await repeat(async () => {
      if (!network.isOnline()) throw new NetworkFailure();
      return Promise.allSettled([call()]);
    });
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  return { repeat, once, cancel: () => stop?.() };
}
