import { keepStream } from '../../lib/live/keep-stream.ts';
import { liveOf } from '../../lib/live/live.ts';
import { readChanges } from '../../lib/live/read-changes.ts';
import { shareStream } from '../../lib/live/share-stream.ts';
import { realTimers, wait } from '../../lib/timing/timers.ts';
import type { AppParts } from '../app-parts.ts';

/** Milliseconds before a page whose session may have ended asks again. */
const pauseAfterEnd = 1_000;

/** Follows what changes for the client as long as one is signed in. */
export function watchChanges({ runtime, account }: Pick<AppParts, 'runtime' | 'account'>): () => void {
  const live = liveOf(runtime);
  let followed = '';
  let stop = new AbortController();

  async function follow(name: string, signal: AbortSignal): Promise<void> {
    const keep: Parameters<typeof shareStream>[0]['keep'] = async (take) => {
      const stream = {
        read: (own, onEvent) => readChanges({ ...streamParts(runtime), signal: own, onEvent }),
        renew: account.refreshClient,
        take,
        network: { ...runtime.network, onOffline },
        timers: realTimers,
        random: Math.random,
        signal,
      } satisfies Parameters<typeof keepStream>[0];
      while ((await keepStream(stream)) === 'over') {
        // The answer says what has become of the session: a new password of the client gives this page another one.
        await account.refreshClient().catch(() => wait(realTimers, pauseAfterEnd));
        if (!runtime.session.tokens()) return;
      }
    };
    const channel = 'BroadcastChannel' in window ? new BroadcastChannel(`causeway-live-${name}`) : undefined;
    await shareStream({ name, live, locks: navigator.locks, channel, signal, keep });
  }

  const followClient = () => {
    const { client } = account.store.getState();
    const name = client.isAuthorized === 1 && runtime.session.tokens() ? client.niceId : '';
    if (name === followed) return;
    stop.abort();
    live.take('closed');
    stop = new AbortController();
    followed = name;
    if (name === '') return;
    follow(name, stop.signal).catch((error: unknown) => runtime.log.warn('Changes cannot be followed', error));
  };
  followClient();
  const leave = account.store.subscribe(followClient);
  return () => {
    leave();
    stop.abort();
  };
}

const streamParts = ({ session, texts }: AppParts['runtime']) => ({
  fetch: (input: RequestInfo | URL, init?: RequestInit) => window.fetch(input, init),
  session,
  language: texts.language(),
});

function onOffline(listener: () => void): () => void {
  window.addEventListener('offline', listener);
  return () => window.removeEventListener('offline', listener);
}
