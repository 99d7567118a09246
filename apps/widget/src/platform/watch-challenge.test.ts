import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { realTimers } from '../lib/timing/timers.ts';
import { challengeCheck, watchChallenge } from './captcha-script.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const state = { isOpen: false };
  const { promise, resolve } = Promise.withResolvers<string>();
  const settled = vi.fn();
  const watched = watchChallenge(
    promise,
    vi.fn(() => state.isOpen),
    realTimers,
  );
  watched.then(settled, settled);
  return { state, answer: resolve, settled, watched };
}

describe('9-21, A-147 the challenge of a captcha', () => {
  test('an answer without a challenge comes at once, and nothing is looked at any more', async () => {
    const { answer, watched } = setUp();
    answer('token');
    expect(await watched).toBe('token');
    expect(vi.getTimerCount()).toBe(0);
  });
  test('one that is answered gives its token, however long it took', async () => {
    const { state, answer, settled } = setUp();
    state.isOpen = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(settled).not.toHaveBeenCalled();
    state.isOpen = false;
    await vi.advanceTimersByTimeAsync(challengeCheck);
    answer('token');
    await vi.advanceTimersByTimeAsync(0);
    expect(settled).toHaveBeenCalledExactlyOnceWith('token');
    expect(vi.getTimerCount()).toBe(0);
  });
  test('one that is closed releases the button within 1 s of it', async () => {
    const { state, settled } = setUp();
    state.isOpen = true;
    await vi.advanceTimersByTimeAsync(500);
    state.isOpen = false;
    await vi.advanceTimersByTimeAsync(999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    const items = [expect.objectContaining({ code: 'WRONG_CAPTCHA' })];
    expect(settled).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ errors: items }));
    expect(vi.getTimerCount()).toBe(0);
  });
});
