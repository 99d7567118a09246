import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NetworkFailure, ScriptFailure } from '../api/network-failure.ts';
import { realTimers } from './timers.ts';
import { repeatFor, repeatPause, untilAnswered } from './until-answered.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function start(answers: readonly (string | Error)[], isWanted = () => true, isOnline = false) {
  const left = [...answers];
  let emit = () => {};
  const calls = vi.fn(async () => {
    const next = left.shift() ?? new NetworkFailure();
    if (next instanceof Error) throw next;
    return next;
  });
  const onWait = vi.fn();
  const network = {
    isOnline: () => isOnline,
    onOnline(listener: () => void) {
      emit = listener;
      return () => undefined;
    },
  };
  const ended = untilAnswered({ network, timers: realTimers, isWanted, onWait }, calls).catch(
    (failure: unknown) => failure,
  );
  return { calls, onWait, ended, online: () => emit() };
}

describe('4.12-02 a call without an answer goes on by itself', () => {
  test('as soon as the connection is back', async () => {
    const { calls, onWait, ended, online } = start([new NetworkFailure(), 'done']);
    await vi.advanceTimersByTimeAsync(repeatPause - 1);
    expect([calls.mock.calls.length, onWait.mock.calls.length]).toEqual([1, 1]);
    online();
    expect(await ended).toBe('done');
    await vi.advanceTimersByTimeAsync(2 * repeatPause);
    expect(calls).toHaveBeenCalledTimes(2);
  });
  test('every few seconds where the browser says nothing', async () => {
    const { calls, ended } = start([new NetworkFailure(), new NetworkFailure(), 'done']);
    await vi.advanceTimersByTimeAsync(2 * repeatPause);
    expect(await ended).toBe('done');
    expect(calls).toHaveBeenCalledTimes(3);
  });
  test('for two minutes at most', async () => {
    const { calls, ended } = start([]);
    await vi.advanceTimersByTimeAsync(repeatFor + 2 * repeatPause);
    expect(await ended).toBeInstanceOf(NetworkFailure);
    expect(calls).toHaveBeenCalledTimes(repeatFor / repeatPause + 1);
  });
  test.each([
    ['8-03 a blocked script is reported at once', true, 1],
    ['a script that did not come because there is no connection is waited for', false, 2],
  ])('%s', async (_name, isOnline, times) => {
    const { calls, onWait, ended, online } = start([new ScriptFailure(), 'done'], () => true, isOnline);
    await vi.advanceTimersByTimeAsync(1);
    online();
    await ended;
    expect([calls.mock.calls.length, onWait.mock.calls.length]).toEqual([times, times - 1]);
  });
  test('not once the answer is no longer wanted', async () => {
    let isWanted = true;
    const { calls, ended, online } = start([new NetworkFailure(), 'done'], () => isWanted);
    await vi.advanceTimersByTimeAsync(1);
    isWanted = false;
    online();
    expect(await ended).toBeInstanceOf(NetworkFailure);
    expect(calls).toHaveBeenCalledOnce();
  });
  test('what the server refuses is an answer', async () => {
    const refusal = new Error('refused');
    const { calls, onWait, ended } = start([refusal, 'done']);
    expect(await ended).toBe(refusal);
    expect([calls.mock.calls.length, onWait.mock.calls.length]).toEqual([1, 0]);
  });
});
