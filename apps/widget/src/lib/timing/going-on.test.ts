import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NetworkFailure } from '../api/network-failure.ts';
import { realTimers } from './timers.ts';
import { createGoingOn, CallCanceled, repeatFor, repeatPause } from './until-answered.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Makes a call by one of the two methods, with the given answers, one after the other. */
function start(mode: 'repeat' | 'once', answers: readonly (string | Error)[], isOnline = true) {
  const left = [...answers];
  let reportOnline = () => {};
  const call = vi.fn(async () => {
    const next = left.shift() ?? new NetworkFailure();
    if (next instanceof Error) throw next;
    return next;
  });
  const network = {
    isOnline: () => isOnline,
    onOnline(listener: () => void) {
      reportOnline = listener;
      return () => undefined;
    },
  };
  const showWaiting = vi.fn();
  const goingOn = createGoingOn(network, realTimers, showWaiting);
  const ended = goingOn[mode](call).catch((failure: unknown) => failure);
  const connect = () => {
    isOnline = true;
    reportOnline();
  };
  return { call, showWaiting, ended, connect, goingOn };
}

describe('4.12-02 an action without a connection continues by itself', () => {
  test('a call that may be made twice is repeated until it is answered, and each wait is shown', async () => {
    const { call, showWaiting, ended, connect } = start(
      'repeat',
      [new NetworkFailure(), new NetworkFailure(), 'done'],
      false,
    );
    await vi.advanceTimersByTimeAsync(repeatPause + 1);
    expect(call).toHaveBeenCalledTimes(2);
    connect();
    expect(await ended).toBe('done');
    expect([call.mock.calls.length, showWaiting.mock.calls.length]).toEqual([3, 2]);
  });

  test('a call that may be made once waits for the connection', async () => {
    const { call, showWaiting, ended, connect } = start('once', ['done'], false);
    await vi.advanceTimersByTimeAsync(3 * repeatPause);
    expect([call.mock.calls.length, showWaiting.mock.calls.length]).toEqual([0, 4]);
    connect();
    expect(await ended).toBe('done');
    expect(call).toHaveBeenCalledOnce();
  });

  test('and is not made again when its answer is lost: a code that was right must not become a wrong one', async () => {
    const { call, showWaiting, ended } = start('once', [new NetworkFailure(), 'done']);
    expect(await ended).toBeInstanceOf(NetworkFailure);
    await vi.advanceTimersByTimeAsync(2 * repeatPause);
    expect([call.mock.calls.length, showWaiting.mock.calls.length]).toEqual([1, 0]);
  });

  test('neither is repeated for ever', async () => {
    const { ended } = start('once', [], false);
    await vi.advanceTimersByTimeAsync(repeatFor + 2 * repeatPause);
    expect(await ended).toBeInstanceOf(NetworkFailure);
  });

  test('what waits can be given up at once, and is not made later', async () => {
    const { call, ended, connect, goingOn } = start('repeat', [new NetworkFailure(), 'done'], false);
    await vi.advanceTimersByTimeAsync(1);
    goingOn.cancel();
    expect(await ended).toBeInstanceOf(CallCanceled);
    connect();
    await vi.advanceTimersByTimeAsync(2 * repeatPause);
    expect(call).toHaveBeenCalledOnce();
  });

  test('a call that is under way is not given up: its answer counts', async () => {
    const { ended, goingOn } = start('repeat', ['done']);
    goingOn.cancel();
    expect(await ended).toBe('done');
  });
});
