import { streamBeat } from '@causeway/contract/shapes/client-change';
import type { Live, LiveEvent } from './live.ts';

/** Milliseconds of silence after which a tab does not trust the tab with the stream any more: it may be frozen. */
const silenceMax = 2 * streamBeat + 5_000;

interface ShareOptions {
  /** Names the client: tabs of one browser may be signed in as different ones. */
  name: string;
  live: Live;
  locks: LockManager | undefined;
  /** Undefined where the browser has none. */
  channel: BroadcastChannel | undefined;
  signal: AbortSignal;
  /** Keeps the stream, in the one tab that holds it. */
  keep: (take: (event: LiveEvent | 'beat') => void) => Promise<void>;
}

/**
 * One stream for all tabs of a browser, which allows a page few connections to one server: the tab that holds the lock
 * keeps it and informs the others. A browser without locks or channels has a stream in each tab.
 */
export async function shareStream({ name, live, locks, channel, signal, keep }: ShareOptions): Promise<void> {
  if (!locks || !channel) return keep((event) => event !== 'beat' && live.take(event));
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel stays within its origin
  const post = (event: LiveEvent | 'beat' | 'ask') => channel.postMessage(event);
  let isHolder = false;
  let silence: ReturnType<typeof setTimeout> | undefined;
  channel.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    if (data === 'ask') {
      if (isHolder && live.isOpen()) post('beat');
      return;
    }
    if (isHolder || !isShared(data)) return;
    clearTimeout(silence);
    silence = setTimeout(() => live.take('closed'), silenceMax);
    // A beat says that the stream is open, to a tab that has come later.
    if (data !== 'beat') live.take(data);
    else if (!live.isOpen()) live.take('open');
  });
  post('ask');
  const hold = async () => {
    isHolder = true;
    clearTimeout(silence);
    await keep((event) => {
      if (event !== 'beat') live.take(event);
      if (!signal.aborted) post(event);
    });
  };
  let holding: Promise<void> | undefined;
  try {
    await locks.request(`causeway-live-${name}`, { signal }, () => (holding = hold()));
  } catch {
    // A frame without storage has no locks either: there is no other tab to share with.
    if (!holding && !signal.aborted) await hold();
  } finally {
    clearTimeout(silence);
    channel.close();
  }
}

const shared: readonly unknown[] = ['open', 'closed', 'beat', 'order', 'balance', 'notifications', 'verification'];
const isShared = (data: unknown): data is LiveEvent | 'beat' => shared.includes(data);
