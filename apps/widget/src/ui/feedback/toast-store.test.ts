import { beforeEach, describe, expect, test, vi } from 'vitest';
import { toastStore } from './toast-store.ts';

describe('toasts', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  test('one stays 6 seconds', () => {
    const store = toastStore();
    store.show({ text: 'Address copied' });
    vi.advanceTimersByTime(5999);
    expect(store.list()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(store.list()).toHaveLength(0);
  });

  test('an error stays until it is closed', () => {
    const store = toastStore();
    store.show({ text: 'Your card wasn’t removed', kind: 'error' });
    vi.advanceTimersByTime(60_000);
    const [shown] = store.list();
    expect(shown?.text).toBe('Your card wasn’t removed');
    if (shown) store.close(shown.id);
    expect(store.list()).toHaveLength(0);
  });

  test('A-144 equal texts within 150 ms show once, and later once as news', () => {
    const store = toastStore();
    store.show({ text: 'Same' });
    vi.advanceTimersByTime(149);
    store.show({ text: 'Same' });
    expect(store.list()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    store.show({ text: 'Other' });
    store.show({ text: 'Same' });
    expect(store.list().map(({ text }) => text)).toEqual(['Other', 'Same']);
    vi.advanceTimersByTime(5999);
    expect(store.list().map(({ text }) => text)).toEqual(['Other', 'Same']);
  });

  test('what waits stays while it is shown again, without being news', () => {
    const store = toastStore();
    const listener = vi.fn();
    store.subscribe(listener);
    for (let tries = 0; tries < 4; tries++) {
      store.show({ text: 'You are offline', kind: 'waiting' });
      vi.advanceTimersByTime(5000);
    }
    expect(store.list().map(({ text }) => text)).toEqual(['You are offline']);
    expect(listener).toHaveBeenCalledOnce();
    vi.advanceTimersByTime(1000);
    expect(store.list()).toEqual([]);
  });

  test('listeners receive every change until they leave', () => {
    const store = toastStore();
    const listener = vi.fn();
    const leave = store.subscribe(listener);
    store.show({ text: 'One' });
    leave();
    store.show({ text: 'Two' });
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
