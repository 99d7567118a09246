import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { NetworkFailure } from '../api/network-failure.ts';
import { ServerFailure } from '../api/server-failure.ts';
import { createPoll, type Network } from './poll.ts';

const online: Network = { isOnline: () => true, onOnline: () => () => undefined };
const ignore = () => undefined;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('4.12 polling helper', () => {
  test('4.12-01, 4.10-10 repeats while there is a listener and stops when the last one leaves', async () => {
    const call = vi.fn(async () => 1);
    const poll = createPoll({ call, every: 8000, network: online });
    const leaveFirst = poll.subscribe(ignore);
    const leaveSecond = poll.subscribe(ignore);
    await vi.advanceTimersByTimeAsync(16_000);
    expect(call).toHaveBeenCalledTimes(3);
    leaveFirst();
    await vi.advanceTimersByTimeAsync(8000);
    expect(call).toHaveBeenCalledTimes(4);
    leaveSecond();
    await vi.advanceTimersByTimeAsync(80_000);
    expect(call).toHaveBeenCalledTimes(4);
  });
  test('4.12-01 the delay counts from the end of a slow call', async () => {
    const starts: number[] = [];
    const call = async () => {
      starts.push(Date.now());
      await new Promise((resolve) => setTimeout(resolve, 5000));
    };
    const begin = Date.now();
    createPoll({ call, every: 8000, network: online }).subscribe(ignore);
    await vi.advanceTimersByTimeAsync(27_000);
    expect(starts.map((at) => at - begin)).toEqual([0, 13_000, 26_000]);
  });
  test('4.12-02 rests offline and goes on at once when online', async () => {
    let isOnline = false;
    let back = () => {};
    const network = { isOnline: () => isOnline, onOnline: (listener: () => void) => ((back = listener), ignore) };
    const call = vi.fn(async () => 1);
    createPoll({ call, every: 8000, network }).subscribe(ignore);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(call).not.toHaveBeenCalled();
    isOnline = true;
    back();
    expect(call).toHaveBeenCalledTimes(1);
  });
  test('4.12-03, 9-31 stops after three server errors in a row; a good answer resets the count', async () => {
    const answers = [500, 500, 200, 500, 500, 500];
    const call = vi.fn(async () => {
      const status = answers.shift() ?? 500;
      if (status !== 200) throw new ServerFailure(status);
      return status;
    });
    const poll = createPoll({ call, every: 1000, network: online });
    poll.subscribe(ignore);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(call).toHaveBeenCalledTimes(6);
    expect(poll.state()).toMatchObject({ data: 200, isStopped: true });
  });
  test('4.12-04 is endlessly patient with network errors', async () => {
    const call = vi.fn(async () => Promise.reject(new NetworkFailure()));
    createPoll({ call, every: 1000, network: online }).subscribe(ignore);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(call).toHaveBeenCalledTimes(21);
  });
  test('A-094 ends with the last answer that matters, and can be asked again', async () => {
    const call = vi.fn(async () => 'finished');
    const poll = createPoll({ call, every: 8000, network: online, isLast: (status) => status === 'finished' });
    poll.subscribe(ignore);
    await vi.advanceTimersByTimeAsync(80_000);
    expect(call).toHaveBeenCalledTimes(1);
    poll.again();
    expect(call).toHaveBeenCalledTimes(2);
  });
});
