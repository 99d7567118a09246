import { NetworkFailure } from '../api/network-failure.ts';
import type { Network } from '../polling/poll.ts';
import type { Timers } from './timers.ts';
import { untilAnswered } from './until-answered.ts';

/** What was asked for while there was no connection is not wanted any more. */
export class GivenUp extends Error {
  override readonly name = 'GivenUp';
}

export interface GoingOnOptions {
  network: Network;
  timers: Timers;
  /** Tells whoever waits that it goes on by itself. */
  tell: () => void;
}

/** Calls that go on by themselves after a break of the connection. */
export interface GoingOn {
  /** For a call that may be made twice: made until the server answers. @throws GivenUp, and as the call does */
  repeat: <Answer>(call: () => Promise<Answer>) => Promise<Answer>;
  /**
   * For a call that may not: made once, as soon as there is a connection. Without an answer nobody knows what the server
   * has done, and its maker decides. @throws GivenUp, and as the call does
   */
  once: <Answer>(call: () => Promise<Answer>) => Promise<Answer>;
  /** What waits for the connection is given up; a call that is under way is not. */
  giveUp: () => void;
}

export function createGoingOn({ network, timers, tell }: GoingOnOptions): GoingOn {
  let stop: (() => void) | undefined;

  function repeat<Answer>(call: () => Promise<Answer>): Promise<Answer> {
    return new Promise<Answer>((resolve, reject) => {
      let isTold = false;
      let isWanted = true;
      const onWait = () => {
        stop = () => {
          isWanted = false;
          reject(new GivenUp());
        };
        if (!isTold) tell();
        isTold = true;
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

  return { repeat, once, giveUp: () => stop?.() };
}
