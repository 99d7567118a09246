import { expect, test, vi } from 'vitest';
import { createLive } from './live.ts';
import { shareStream } from './share-stream.ts';

/** Locks of one browser: a request waits until the one before it is done. */
function createLocks(): LockManager {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, { signal }: { signal: AbortSignal }, work: () => Promise<void>) => {
    const turn = last.then(() => (signal.aborted ? undefined : work()));
    last = turn.catch(() => undefined);
    return turn;
  };
  const isLocks = (_value: unknown): _value is LockManager => true;
  const locks = { request };
  if (!isLocks(locks)) throw new Error('never');
  return locks;
}

let number = 0;

function openBrowser(locks: LockManager | undefined) {
  number += 1;
  const name = `browser-${number}`;
  return () => {
    const live = createLive();
    const stop = new AbortController();
    let say: ((event: 'open' | 'closed' | 'order' | 'beat') => void) | undefined;
    const done = shareStream({
      name,
      live,
      locks,
      channel: new BroadcastChannel(name),
      signal: stop.signal,
      keep: (take) =>
        new Promise((resolve) => {
          say = take;
          stop.signal.addEventListener('abort', () => resolve());
        }),
    });
    const count = () => live.count(['order']);
    return { live, count, done, stop: () => stop.abort(), say: () => say };
  };
}

test('one tab of a browser holds the stream, and the others hear it', async () => {
  const openTab = openBrowser(createLocks());
  const [first, second] = [openTab(), openTab()];
  await vi.waitUntil(() => first.say());
  first.say()?.('open');
  await vi.waitUntil(() => second.live.isOpen());
  const before = second.count();
  first.say()?.('order');
  await vi.waitUntil(() => second.count() === before + 1);
  expect(second.say()).toBeUndefined();
  const late = openTab();
  await vi.waitUntil(() => late.live.isOpen());
  expect(first.count()).toBe(before + 1);
  first.say()?.('closed');
  await vi.waitUntil(() => !second.live.isOpen() && !late.live.isOpen());
  for (const tab of [first, second, late]) tab.stop();
  await Promise.all([first.done, second.done, late.done]);
});

test('the next tab holds it when the first one goes', async () => {
  const openTab = openBrowser(createLocks());
  const [first, second] = [openTab(), openTab()];
  await vi.waitUntil(() => first.say());
  first.stop();
  await vi.waitUntil(() => second.say());
  second.say()?.('open');
  expect(second.live.isOpen()).toBe(true);
  second.stop();
});

test('where there are no locks each tab has its own', async () => {
  const openTab = openBrowser(undefined);
  const tabs = [openTab(), openTab()];
  await vi.waitUntil(() => tabs.every((tab) => tab.say() !== undefined));
  for (const tab of tabs) tab.stop();
});
