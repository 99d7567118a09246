import type { Session } from '../session/session.ts';
import { type Timers, wait } from '../timing/timers.ts';
import type { WireAnswer } from './send-request.ts';
import { ServerFailure } from './server-failure.ts';

/** Refresh triggers within this many milliseconds are one refresh (4.11-05, A-070). */
export const refreshDebounce = 300;

export interface RefresherOptions {
  session: Session;
  timers: Timers;
  /** Asks for a new pair. */
  send: (refresh: string) => Promise<WireAnswer>;
  /** Runs one task at a time over all tabs, because a refresh token is valid for one use only. */
  alone: (task: () => Promise<void>) => Promise<void>;
}

export type Refresher = (used: string) => Promise<void>;

/** Makes the one shared refresh: `used` is the refused access token. Throws when the session has ended. */
export function createRefresher({ session, timers, send, alone }: RefresherOptions): Refresher {
  let pending: Promise<void> | undefined;

  async function exchange(used: string): Promise<void> {
    const tokens = session.reload();
    if (tokens && tokens.access !== used) return;
    if (!tokens) throw new ServerFailure(403);
    const answer = await send(tokens.refresh);
    if (answer.status === 200 && session.set(answer.body, 'refreshed')) return;
    session.clear('refresh-failed');
    throw new ServerFailure(answer.status);
  }

  return (used) => {
    pending ??= wait(timers, refreshDebounce)
      .then(() => alone(() => exchange(used)))
      .finally(() => {
        pending = undefined;
      });
    return pending;
  };
}
