import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { realTimers } from '../timing/timers.ts';
import { keepStream, silenceMax } from './keep-stream.ts';
import { type StreamEnd, readChanges } from './read-changes.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Options = Parameters<typeof keepStream>[0];

function setUp(read: Options['read'], random = 1) {
  const stop = new AbortController();
  const events: string[] = [];
  let isOnline = true;
  const listeners = { online: new Set<() => void>(), offline: new Set<() => void>() };
  const on = (name: keyof typeof listeners) => (listener: () => void) => {
    listeners[name].add(listener);
    return () => listeners[name].delete(listener);
  };
  const renew = vi.fn(async () => undefined);
  const reading = vi.fn(read);
  const ended = keepStream({
    read: reading,
    renew,
    take: (event) => void events.push(event),
    network: { isOnline: () => isOnline, onOnline: on('online'), onOffline: on('offline') },
    timers: realTimers,
    random: () => random,
    signal: stop.signal,
  });
  return {
    reading,
    renew,
    events,
    ended,
    stop: () => stop.abort(),
    go: (name: keyof typeof listeners) => {
      isOnline = name === 'online';
      for (const listener of listeners[name]) listener();
    },
  };
}

/** A stream that opens and then says nothing. */
const silent: Options['read'] = (signal, onEvent) =>
  new Promise((resolve) => {
    onEvent('open');
    signal.addEventListener('abort', () => resolve({ name: 'broken' }));
  });
const ending = (end: StreamEnd) => async () => end;

describe('C-75 one stream after the other', () => {
  test('pauses grow with failures to a minute, and differ from page to page', async () => {
    const patient = setUp(ending({ name: 'broken' }));
    const hasty = setUp(ending({ name: 'broken' }), 0);
    await vi.advanceTimersByTimeAsync(3_900);
    expect(patient.reading).toHaveBeenCalledTimes(1);
    expect(hasty.reading).toHaveBeenCalledTimes(2);
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    const before = patient.reading.mock.calls.length;
    await vi.advanceTimersByTimeAsync(10 * 60_000);
    expect(patient.reading.mock.calls.length - before).toBe(10);
    expect(patient.events).not.toContain('open');
    patient.stop();
    hasty.stop();
  });

  test('a server that says when to come again is not asked before', async () => {
    const { reading, stop } = setUp(ending({ name: 'refused', seconds: 300 }), 0);
    await vi.advanceTimersByTimeAsync(299_000);
    expect(reading).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(reading).toHaveBeenCalledTimes(2);
    stop();
  });

  test('without a sign of life, as after sleep, it is closed and opened again', async () => {
    const { events, reading, stop } = setUp(silent);
    await vi.advanceTimersByTimeAsync(silenceMax + 10_000);
    expect(events.slice(0, 3)).toEqual(['open', 'closed', 'open']);
    expect(reading).toHaveBeenCalledTimes(2);
    stop();
  });

  test('offline it is closed at once, and opened when the connection is back', async () => {
    const { events, reading, go, stop } = setUp(silent);
    go('offline');
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toEqual(['open', 'closed']);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reading).toHaveBeenCalledTimes(1);
    go('online');
    await vi.advanceTimersByTimeAsync(0);
    expect(events).toEqual(['open', 'closed', 'open']);
    stop();
  });

  test('an expired access token is renewed, three times at most', async () => {
    const { renew, stop } = setUp(ending({ name: 'expired' }));
    await vi.advanceTimersByTimeAsync(30 * 60_000);
    expect(renew).toHaveBeenCalledTimes(3);
    stop();
  });

  test('the end of the session is the end; nothing is asked any more', async () => {
    const { ended, reading, events } = setUp(ending({ name: 'over' }));
    expect(await ended).toBe('over');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(reading).toHaveBeenCalledTimes(1);
    expect(events).toEqual(['closed']);
  });
});

describe('C-75 reading a stream', () => {
  function answer(parts: readonly string[], init: ResponseInit = {}) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
        controller.close();
      },
    });
    return new Response(body, init);
  }
  async function read(response: Response) {
    const events: string[] = [];
    const fetch = vi.fn(async () => response);
    const end = await readChanges({
      fetch,
      session: { tokens: () => ({ access: 'key', refresh: '' }) },
      language: 'en',
      signal: new AbortController().signal,
      onEvent: (event) => event !== 'beat' && events.push(event),
    });
    return { end, events, asked: fetch.mock.calls };
  }

  test('words come whole from parts that are not', async () => {
    const { end, events } = await read(
      answer(['retry: 5000\n\nda', 'ta: open\n\n:\n\ndata: or', 'der\n\ndata: later\n\n']),
    );
    expect(events).toEqual(['open', 'order']);
    expect(end).toEqual({ name: 'broken' });
  });

  test('over ends it', async () => {
    expect((await read(answer(['data: open\n\ndata: over\n\ndata: order\n\n']))).events).toEqual(['open']);
  });

  test.each([
    [401, { name: 'over' }],
    [403, { name: 'expired' }],
    [429, { name: 'refused', seconds: 60 }],
    [503, { name: 'refused', seconds: 60 }],
  ])('%i', async (status, end) => {
    expect((await read(answer([], { status, headers: { 'retry-after': '60' } }))).end).toEqual(end);
  });

  test('the token is in a header, and never in the URL', async () => {
    const { asked } = await read(answer([]));
    expect(asked).toEqual([
      [
        '/client/changes',
        expect.objectContaining({ headers: expect.objectContaining({ 'X-Authorization': 'Bearer key' }) }),
      ],
    ]);
  });
});
