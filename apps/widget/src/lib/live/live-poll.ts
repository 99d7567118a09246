import type { ClientChange } from '@causeway/contract/shapes/client-change';
import { type Poll, type PollOptions, createPoll } from '../polling/poll.ts';
import { realTimers } from '../timing/timers.ts';
import type { Live } from './live.ts';

/** Milliseconds in which changes that come together are read once. */
export const gatherTime = 250;

interface LivePollOptions<T> extends PollOptions<T> {
  live: Live;
  /** What makes the answer old. */
  changes: readonly ClientChange[];
  /** Whether the stream announces changes of what this answer shows: that of another client's order it does not. */
  isFollowed?: (data: T) => boolean;
}

/** A poll (4.12) that rests while the stream is open, and calls when something has changed. */
export function createLivePoll<T>({ live, changes, isFollowed = () => true, ...options }: LivePollOptions<T>): Poll<T> {
  const { call, timers = realTimers } = options;
  let seen = 0;
  let isCovered = false;

  function plan(): 'rest' | 'gather' | 'poll' {
    if (!isCovered || !live.isOpen()) return 'poll';
    return live.count(changes) === seen ? 'rest' : 'gather';
  }

  function after(every: number, act: () => void): () => void {
    let planned: ReturnType<typeof plan> | undefined;
    let cancel = () => {};
    const follow = () => {
      const next = plan();
      if (next === planned) return;
      planned = next;
      cancel();
      cancel = next === 'rest' ? () => {} : timers.after(next === 'poll' ? every : gatherTime, act);
    };
    const leave = live.subscribe(follow);
    follow();
    return () => {
      leave();
      cancel();
    };
  }

  return createPoll({
    ...options,
    timers: { now: timers.now, after },
    async call(signal) {
      // A change during the call may be missing in its answer.
      seen = live.count(changes);
      isCovered = false;
      const data = await call(signal);
      isCovered = isFollowed(data);
      return data;
    },
  });
}
