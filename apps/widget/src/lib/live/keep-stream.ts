import { streamBeat } from '@causeway/contract/shapes/client-change';
import type { Network } from '../polling/poll.ts';
import { type Timers, wait } from '../timing/timers.ts';
import type { LiveEvent } from './live.ts';
import type { StreamEnd } from './read-changes.ts';

/** Milliseconds without a sign of life after which a stream counts as broken: after sleep, or in a dead network. */
export const silenceMax = 2 * streamBeat + 5_000;
const firstPause = 2_000;
const longestPause = 60_000;
const renewalsMax = 3;

interface KeepStreamOptions {
  read: (signal: AbortSignal, onEvent: (event: LiveEvent | 'over' | 'beat') => void) => Promise<StreamEnd>;
  /** Gets another access token. */
  renew: () => Promise<unknown>;
  take: (event: LiveEvent | 'beat') => void;
  network: Network & { onOffline: (listener: () => void) => () => void };
  timers: Timers;
  random: () => number;
  /** Ends all. */
  signal: AbortSignal;
}

/**
 * Keeps a stream open: another one after a pause that grows with each failure and differs from page to page, so that
 * the clients of a server that has stopped do not come to the next one together.
 *
 * @returns `over` when the session has ended, `stopped` by its signal
 */
export async function keepStream(options: KeepStreamOptions): Promise<'over' | 'stopped'> {
  const { take, network, timers, random, signal } = options;
  let failures = 0;
  let renewals = 0;
  const isStopped = () => signal.aborted;
  while (!isStopped()) {
    if (!network.isOnline()) await untilOnline(network, signal);
    if (isStopped()) break;
    const { end, wasOpen } = await readOnce(options);
    take('closed');
    if (isStopped()) break;
    if (end.name === 'over') return 'over';
    if (wasOpen) renewals = 0;
    if (end.name === 'expired' && renewals < renewalsMax) {
      renewals += 1;
      await options.renew().catch(() => undefined);
    }
    failures = wasOpen ? 0 : failures + 1;
    const longest = Math.min(firstPause * 2 ** failures, longestPause);
    const named = end.name === 'refused' ? end.seconds * 1_000 : 0;
    await wait(timers, Math.max(longest * (0.5 + random() / 2), named));
  }
  return 'stopped';
}

async function readOnce({ read, take, network, timers, signal }: KeepStreamOptions) {
  const own = new AbortController();
  const stop = () => own.abort();
  signal.addEventListener('abort', stop);
  const leaveNetwork = network.onOffline(stop);
  let wasOpen = false;
  let heard = timers.now();
  let cancel = () => {};
  // Asked often, by the clock: timers rest while the device sleeps.
  const watch = () => {
    if (timers.now() - heard > silenceMax) stop();
    else cancel = timers.after(5_000, watch);
  };
  watch();
  const end = await read(own.signal, (event) => {
    heard = timers.now();
    if (event === 'open') wasOpen = true;
    if (event !== 'over' && !own.signal.aborted) take(event);
  });
  cancel();
  leaveNetwork();
  signal.removeEventListener('abort', stop);
  return { end, wasOpen };
}

function untilOnline(network: Network, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const leave = network.onOnline(() => {
      leave();
      resolve();
    });
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
