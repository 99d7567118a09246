import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Network } from '../polling/poll.ts';
import { createLivePoll } from './live-poll.ts';
import { createLive } from './live.ts';

const online: Network = { isOnline: () => true, onOnline: () => () => undefined };
const ignore = () => undefined;
const minute = 60_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(answer: () => Promise<number> = async () => 1, isFollowed?: () => boolean) {
  const live = createLive();
  const call = vi.fn(answer);
  const poll = createLivePoll({
    live,
    changes: ['order'],
    call,
    every: 8000,
    network: online,
    ...(isFollowed && { isFollowed }),
  });
  return { live, call, leave: poll.subscribe(ignore) };
}

describe('4.12 a poll beside a stream', () => {
  test('4.10-10 polls as ever while no stream is open', async () => {
    const { call } = setUp();
    await vi.advanceTimersByTimeAsync(16_000);
    expect(call).toHaveBeenCalledTimes(3);
  });

  test('rests while it is open, and reads what changed, once for changes that come together', async () => {
    const { live, call } = setUp();
    live.take('open');
    await vi.advanceTimersByTimeAsync(10 * minute);
    // The second one is for what may have been missed before it opened.
    expect(call).toHaveBeenCalledTimes(2);
    for (let change = 0; change < 5; change += 1) live.take('order');
    live.take('balance');
    await vi.advanceTimersByTimeAsync(10 * minute);
    expect(call).toHaveBeenCalledTimes(3);
  });

  test('a change during a call is read after it', async () => {
    const { live, call } = setUp(() => new Promise((resolve) => setTimeout(resolve, 1000, 1)));
    live.take('open');
    await vi.advanceTimersByTimeAsync(5_000);
    call.mockClear();
    live.take('order');
    await vi.advanceTimersByTimeAsync(500);
    expect(call).toHaveBeenCalledTimes(1);
    live.take('order');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(call).toHaveBeenCalledTimes(2);
  });

  test('polls again when it is closed', async () => {
    const { live, call } = setUp();
    live.take('open');
    await vi.advanceTimersByTimeAsync(minute);
    call.mockClear();
    live.take('closed');
    await vi.advanceTimersByTimeAsync(16_000);
    expect(call).toHaveBeenCalledTimes(2);
  });

  test('polls what the stream says nothing of, however much else it says', async () => {
    const { live, call } = setUp(undefined, () => false);
    live.take('open');
    for (let second = 0; second < 16; second += 1) {
      live.take('balance');
      live.take('order');
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(call).toHaveBeenCalledTimes(3);
  });

  test('after a failure it polls until an answer is there', async () => {
    let isBroken = true;
    const { live, call } = setUp(async () => {
      if (isBroken) throw new Error('broken');
      return 1;
    });
    live.take('open');
    await vi.advanceTimersByTimeAsync(8_000);
    isBroken = false;
    await vi.advanceTimersByTimeAsync(minute);
    expect(call).toHaveBeenCalledTimes(3);
  });

  test('leaves nothing behind when the last listener leaves', async () => {
    const { live, call, leave } = setUp();
    live.take('open');
    await vi.advanceTimersByTimeAsync(minute);
    call.mockClear();
    leave();
    live.take('order');
    live.take('closed');
    await vi.advanceTimersByTimeAsync(minute);
    expect(call).not.toHaveBeenCalled();
  });
});
