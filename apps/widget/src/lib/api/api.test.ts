import { describe, expect, test, vi } from 'vitest';
import { memoryStore } from '../session/memory-store.ts';
import { createSession } from '../session/session.ts';
import { realTimers } from '../timing/timers.ts';
import type { Endpoint } from '@causeway/contract/endpoint';
import { createApi } from './api.ts';
import { NetworkFailure } from './network-failure.ts';
import { ServerFailure } from './server-failure.ts';

const endpoint: Endpoint<{ payinAmount: string }, { limitLevel: string }> = {
  method: 'GET',
  path: '/onramp/calc',
  keys: ['limitLevel'],
};

interface Sent {
  url: string;
  headers: Headers;
  body: string;
}

function setUp(
  answer: (sent: Sent, count: number) => { status: number; body?: unknown },
  { tfp = '', hasCookies = true } = {},
) {
  const sent: Sent[] = [];
  const waits: number[] = [];
  const session = createSession(memoryStore());
  session.set({ access: 'a1', refresh: 'r1' });
  const api = createApi({
    async fetch(input, init) {
      const url = input instanceof Request ? input.url : input.toString();
      const body = typeof init?.body === 'string' ? init.body : '';
      const request = { url, headers: new Headers(init?.headers), body };
      sent.push(request);
      const answered = answer(request, sent.length);
      return new Response(JSON.stringify(answered.body ?? {}), { status: answered.status });
    },
    base: '',
    session,
    timers: { now: () => 0, after: (ms, act) => (waits.push(ms), queueMicrotask(act), () => undefined) },
    language: () => 'es',
    alone: (task) => task(),
    traits: async () => tfp,
    hasCookies: () => hasCookies,
  });
  return { api, sent, waits, session };
}

const good = { status: 200, body: { limit_level: 'basic' } };
const isRefresh = ({ url }: Sent) => url === '/refresh_access_token';

describe('4.11 authentication of requests', () => {
  test('a request carries the token, the language and its form; the answer gets the product’s names', async () => {
    const { api, sent } = setUp(() => good);
    expect(await api.call(endpoint, { payinAmount: '250' })).toEqual({ limitLevel: 'basic' });
    expect(sent[0]?.url).toBe('/onramp/calc?payin_amount=250');
    expect(sent[0]?.headers.get('X-Authorization')).toBe('Bearer a1');
    expect(sent[0]?.headers.get('X-Requested-With')).toBe('XMLHttpRequest');
    expect(sent[0]?.headers.get('Accept-Language')).toBe('es');
  });
  test.each([403, 405])('4.11-01 after %i the token is refreshed and the request repeated', async (status) => {
    const { api, sent, session } = setUp((request) => {
      if (isRefresh(request)) return { status: 200, body: { access: 'a2', refresh: 'r2' } };
      return request.headers.get('X-Authorization') === 'Bearer a2' ? good : { status };
    });
    expect(await api.call(endpoint, { payinAmount: '1' })).toEqual({ limitLevel: 'basic' });
    expect(sent).toHaveLength(3);
    expect(session.tokens()).toEqual({ access: 'a2', refresh: 'r2' });
  });
  test('4.11-01, 4.11-02, 4.11-07, 8-24 a request that stays refused is repeated three times, then the session ends', async () => {
    let count = 0;
    const { api, sent, session } = setUp((request) =>
      isRefresh(request) ? { status: 200, body: { access: `b${(count += 1)}`, refresh: 'r' } } : { status: 403 },
    );
    await expect(api.call(endpoint, { payinAmount: '1' })).rejects.toThrow(ServerFailure);
    expect(sent.filter((request) => !isRefresh(request))).toHaveLength(4);
    expect(session.tokens()).toBeUndefined();
  });
  test('a call that is refused while a new password is saved leaves the session that the new password brings', async () => {
    const { promise: saved, resolve: save } = Promise.withResolvers<Response>();
    const session = createSession(memoryStore());
    session.set({ access: 'a1', refresh: 'r1' });
    const events: string[] = [];
    session.subscribe((event) => events.push(event));
    const api = createApi({
      fetch: (_input, init) => (init?.method === 'POST' ? saved : Promise.resolve(new Response('{}', { status: 401 }))),
      base: '',
      session,
      timers: realTimers,
      language: () => 'es',
      alone: (task) => task(),
      traits: async () => '',
      hasCookies: () => true,
    });
    const change = api
      .call({ method: 'POST', path: '/change_password', keys: [] }, {})
      .then(() => session.set({ access: 'a2', refresh: 'r2' }));
    const refused = api.call(endpoint, { payinAmount: '1' });
    save(new Response('{}', { status: 200 }));
    await expect(refused).rejects.toMatchObject({ status: 401 });
    await change;
    expect(session.tokens()?.access).toBe('a2');
    expect(events).toEqual(['signed-in']);
  });

  test('4.11-03, 8-23 401 ends the session', async () => {
    const { api, session } = setUp(() => ({ status: 401 }));
    await expect(api.call(endpoint, { payinAmount: '1' })).rejects.toMatchObject({ status: 401 });
    expect(session.tokens()).toBeUndefined();
  });
  test('4.11-04 a refused refresh ends the session and says that it was one', async () => {
    const { api, session } = setUp((request) => ({ status: isRefresh(request) ? 401 : 403 }));
    const heard = vi.fn();
    session.subscribe(heard);
    await expect(api.call(endpoint, { payinAmount: '1' })).rejects.toThrow(ServerFailure);
    expect(heard).toHaveBeenCalledExactlyOnceWith('refresh-failed');
  });
  test.each([
    ['answered', 'log-out', undefined, { status: 200, body: { access: 'a2', refresh: 'r2' } }],
    ['answered', 'sign-in of another client', 'b1', { status: 200, body: { access: 'a2', refresh: 'r2' } }],
    ['refused', 'sign-in of another client', 'b1', { status: 401 }],
  ])('4.11-04 a refresh that is %s after a %s changes nothing', async (_how, _after, access, answer) => {
    const { api, session } = setUp((request) => {
      if (!isRefresh(request)) return request.headers.get('X-Authorization') === 'Bearer a1' ? { status: 403 } : good;
      session.clear('signed-out');
      if (access !== undefined) session.set({ access, refresh: 'b2' });
      return answer;
    });
    await api.call(endpoint, { payinAmount: '1' }).catch(() => undefined);
    expect(session.tokens()?.access).toBe(access);
  });
  test('4.11-01 a call of a visitor that is refused after a sign-in leaves the session', async () => {
    const { api, session } = setUp(() => {
      session.set({ access: 'a1', refresh: 'r1' });
      return { status: 403 };
    });
    session.clear('signed-out');
    await expect(api.call(endpoint, { payinAmount: '1' })).rejects.toMatchObject({ status: 403 });
    expect(session.tokens()?.access).toBe('a1');
  });
  test('4.11-05, 4.11-06, 9-25, A-070 requests refused together share one refresh, each repeated after a wait', async () => {
    const { api, sent, waits } = setUp((request) => {
      if (isRefresh(request)) return { status: 200, body: { access: 'a2', refresh: 'r2' } };
      return request.headers.get('X-Authorization') === 'Bearer a2' ? good : { status: 403 };
    });
    await Promise.all([api.call(endpoint, { payinAmount: '1' }), api.call(endpoint, { payinAmount: '2' })]);
    expect(sent.filter(isRefresh)).toHaveLength(1);
    expect(waits).toEqual([300, 1200, 1200]);
  });
  test.each([
    { hasCookies: true, tfp: 'traits', body: 'refresh=r1&tfp=traits' },
    { hasCookies: false, tfp: 'traits', body: 'refresh=r1' },
    { hasCookies: true, tfp: '', body: 'refresh=r1' },
  ])('7-53, A-067 refresh sends the traits where there are cookies: $body', async ({ body, ...options }) => {
    const { api, sent } = setUp((request) => {
      if (isRefresh(request)) return { status: 200, body: { access: 'a2', refresh: 'r2' } };
      return request.headers.get('X-Authorization') === 'Bearer a2' ? good : { status: 403 };
    }, options);
    await api.call(endpoint, { payinAmount: '1' });
    expect(sent.find(isRefresh)?.body).toBe(body);
  });
  test('A-067 traced calls always send the traits, others never', async () => {
    const { api, sent } = setUp(() => good, { tfp: 'traits', hasCookies: false });
    await api.call({ ...endpoint, method: 'POST', isTraced: true }, { payinAmount: '1' });
    await api.call({ ...endpoint, method: 'POST' }, { payinAmount: '1' });
    expect(sent.map(({ body }) => body)).toEqual(['payin_amount=1&tfp=traits', 'payin_amount=1']);
  });
  test('a broken connection differs from a server that fails', async () => {
    const broken = createApi({
      fetch: () => Promise.reject(new TypeError('offline')),
      base: '',
      session: createSession(memoryStore()),
      timers: { now: () => 0, after: () => () => undefined },
      language: () => 'en',
      alone: (task) => task(),
      traits: async () => '',
      hasCookies: () => true,
    });
    await expect(broken.call(endpoint, { payinAmount: '1' })).rejects.toThrow(NetworkFailure);
  });
  test('7-01, 9-01 a request without an answer is given up after 10 s, as a broken connection', async () => {
    const clock = new AbortController();
    const limit = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal);
    const silent = createApi({
      fetch: async (_url, init) =>
        new Promise((_resolve, reject) => init?.signal?.addEventListener('abort', () => reject(new Error('late')))),
      base: '',
      session: createSession(memoryStore()),
      timers: { now: () => 0, after: () => () => undefined },
      language: () => 'en',
      alone: (task) => task(),
      traits: async () => '',
      hasCookies: () => true,
    });
    const call = silent.call(endpoint, { payinAmount: '1' });
    expect(limit).toHaveBeenCalledExactlyOnceWith(10_000);
    clock.abort();
    await expect(call).rejects.toThrow(NetworkFailure);
    limit.mockRestore();
  });
  test('3-64, A-144 an error item without a type is danger', async () => {
    const item = { field: 'iban', code: 'REQUIRED', text: '' };
    const { api } = setUp(() => ({ status: 422, body: { errors: [item, { ...item, type: 'info' }] } }));
    const failure = api.call(endpoint, { payinAmount: '1' });
    await expect(failure).rejects.toMatchObject({ errors: [{ ...item, type: 'danger' }, { type: 'info' }] });
  });
  test('an answer without its required keys is a failure', async () => {
    const { api } = setUp(() => ({ status: 200, body: { other: 1 } }));
    await expect(api.call(endpoint, { payinAmount: '1' })).rejects.toThrow(ServerFailure);
  });
});
