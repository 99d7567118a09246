import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { connectShell } from './connect-shell.ts';
import { findShell } from './find-shell.ts';
import { greetShell } from './greet-shell.ts';
import { NativeError } from './native-error.ts';
import type { NativeEvent, NativeNotice } from './protocol.ts';
import type { NativeCalls, NativeName } from './native-calls.ts';
import { answerReaders, callReaders, eventReaders, noticeReaders } from './readers.ts';
import { servePage, type NativeHandlers } from './serve-page.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const clock = {
  setTimeout: (act: () => void, wait: number) => setTimeout(act, wait),
  clearTimeout: (timer: number) => clearTimeout(timer),
  setInterval: (act: () => void, wait: number) => setInterval(act, wait),
  clearInterval: (timer: number) => clearInterval(timer),
};

const info = {
  version: 1,
  deviceId: 'device-1',
  deviceName: 'A phone',
  platform: 'android',
  isOwnApp: true,
  handlers: ['device-info-get', 'app-version-get'],
  oauthProviders: [],
};

/** A page and a shell that talk to each other through nothing but texts. */
function pair(handlers: NativeHandlers) {
  const notices: NativeNotice[] = [];
  const texts: string[] = [];
  const window: Parameters<typeof connectShell>[0]['window'] = { ...clock };
  const server = servePage({
    handlers,
    send: (text) => window.causewayPage?.receive(text),
    onNotice: (notice) => notices.push(notice),
  });
  const shell = {
    postMessage(text: string) {
      texts.push(text);
      server.receive(text);
    },
  };
  const page = connectShell({ window, shell });
  return { page, server, notices, texts, receive: (text: string) => window.causewayPage?.receive(text) };
}

const samples: { [N in NativeName]: NativeCalls[N] } = {
  'permissions-request': { permission: 'camera' },
  'biometrics-check-status': {},
  'biometrics-authenticate': { reason: 'Sign in' },
  'biometrics-update': { token: 'cwb_1', expiresAt: 1_900_000_000 },
  'biometrics-is-token-exists': {},
  'biometrics-request-token': {},
  'biometrics-get': {},
  'device-info-get': { versions: [1] },
  'push-token-get': {},
  'oauth-close': {},
  'oauth-authenticate': { provider: 'google', nonce: 'n' },
  'settings-open': {},
  'device-vibrate': { kind: 'tap' },
  'app-version-get': {},
};

const all: Required<NativeHandlers> = {
  'permissions-request': () => ({ state: 'blocked' }),
  'biometrics-check-status': () => ({ kind: 'face', isEnrolled: true }),
  'biometrics-authenticate': () => ({ isConfirmed: true }),
  'biometrics-update': ({ token }) => ({ isSaved: token !== null }),
  'biometrics-is-token-exists': () => ({ exists: true }),
  'biometrics-request-token': () => ({ token: 'cwb_1' }),
  'biometrics-get': () => ({ isEnabled: true }),
  'device-info-get': () => info,
  'push-token-get': () => ({ token: null }),
  'oauth-close': () => ({}),
  'oauth-authenticate': ({ provider, nonce }) => ({ token: `${provider} ${nonce}` }),
  'settings-open': () => ({}),
  'device-vibrate': () => ({}),
  'app-version-get': () => ({ version: '2.4.0', build: 91 }),
};

describe('4.13 native bridge', () => {
  test('4.13-05 the handlers are these fourteen, each with a reader at both ends', () => {
    const names = [
      'app-version-get',
      'biometrics-authenticate',
      'biometrics-check-status',
      'biometrics-get',
      'biometrics-is-token-exists',
      'biometrics-request-token',
      'biometrics-update',
      'device-info-get',
      'device-vibrate',
      'oauth-authenticate',
      'oauth-close',
      'permissions-request',
      'push-token-get',
      'settings-open',
    ];
    expect(Object.keys(callReaders).toSorted()).toEqual(names);
    expect(Object.keys(answerReaders).toSorted()).toEqual(names);
  });

  test.each(Object.entries(samples))('4.13-05 %s goes out by its name and its answer comes back', async (name) => {
    const { page, texts } = pair(all);
    if (!isName(name)) throw new Error('never');
    const answer = await page.call(name, samples[name]);
    expect(JSON.parse(texts[0] ?? '')).toEqual({ causeway: 1, id: 1, name, payload: samples[name] });
    expect(answerReaders[name](answer)).toEqual(answer);
  });

  test('A-123 answers find their calls by id, whatever their order', async () => {
    const held: (() => void)[] = [];
    const later = <T>(value: T) => new Promise<T>((resolve) => held.push(() => resolve(value)));
    const { page } = pair({
      'push-token-get': () => later({ token: 'push' }),
      'biometrics-get': () => later({ isEnabled: false }),
    });
    const both = [page.call('push-token-get', {}), page.call('biometrics-get', {})];
    held.toReversed().forEach((answer) => answer());
    expect(await Promise.all(both)).toEqual([{ token: 'push' }, { isEnabled: false }]);
  });

  test('A-123 a call without an answer fails after 10 s, and its late answer is ignored', async () => {
    const { page, receive } = pair({ 'push-token-get': () => new Promise(() => undefined) });
    const ended = vi.fn();
    page.call('push-token-get', {}).catch(ended);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ fault: 'timeout' }));
    receive('{"causeway":1,"id":1,"result":{"token":"late"}}');
  });
  test.each([
    ['permissions-request', 60_000],
    ['biometrics-authenticate', 60_000],
    ['biometrics-update', 60_000],
    ['biometrics-request-token', 60_000],
    ['oauth-authenticate', 600_000],
  ] as const)('%s waits for a person, %i ms', async (name, time) => {
    const { page } = pair({ [name]: () => new Promise(() => undefined) });
    const ended = vi.fn();
    page.call(name, samples[name]).catch(ended);
    await vi.advanceTimersByTimeAsync(time - 1);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ fault: 'timeout' }));
  });
  test.each([
    ['a handler that throws', { 'push-token-get': () => Promise.reject(new Error('no device')) }, 'failed'],
    ['a handler that is left out', {}, 'unknown'],
  ] satisfies [string, NativeHandlers, string][])('%s fails as %3$s', async (_what, handlers, fault) => {
    const failing = pair(handlers).page.call('push-token-get', {});
    await expect(failing).rejects.toBeInstanceOf(NativeError);
    await expect(failing).rejects.toMatchObject({ fault });
  });

  test.each(['{"token":7}', '{}', '[]', 'null'])('an answer of another shape, %s, is none', async (result) => {
    const { page, receive } = pair({ 'push-token-get': () => new Promise(() => undefined) });
    const failing = page.call('push-token-get', {});
    receive(`{"causeway":1,"id":1,"result":${result}}`);
    await expect(failing).rejects.toMatchObject({ fault: 'malformed' });
  });

  test('a call that is malformed or not listed is answered as such, and nothing is done', async () => {
    const vibrate = vi.fn(() => ({}));
    const sent: unknown[] = [];
    const server = servePage({
      handlers: { 'device-vibrate': vibrate },
      send: (text) => sent.push(JSON.parse(text)),
    });
    server.receive('{"causeway":1,"id":1,"name":"device-vibrate","payload":{"kind":"forever"}}');
    server.receive('{"causeway":1,"id":2,"name":"constructor","payload":{}}');
    for (const text of ['', '[]', '{', '{"id":3}', '{"causeway":2,"id":3,"name":"device-vibrate"}'])
      server.receive(text);
    await vi.runAllTimersAsync();
    expect(sent).toEqual([
      { causeway: 1, id: 1, error: 'malformed' },
      { causeway: 1, id: 2, error: 'unknown' },
    ]);
    expect(vibrate).not.toHaveBeenCalled();
  });

  test('events of the shell come typed; unknown and malformed ones do not come', () => {
    const { page, server, receive } = pair({});
    const events: NativeEvent[] = [];
    // A notification starts the app: its link comes before the page knows what the shell can.
    server.emit('link-opened', { path: '/order-status/abc' });
    page.follow((event) => events.push(event));
    server.emit('back-pressed', {});
    server.emit('link-opened', { path: '//evil.example' });
    receive('{"causeway":1,"event":"toString","payload":{}}');
    receive('{"causeway":1,"event":"push-token-changed","payload":{}}');
    expect(events).toEqual([
      { event: 'link-opened', payload: { path: '/order-status/abc' } },
      { event: 'back-pressed', payload: {} },
    ]);
  });

  test('notifications of the page arrive typed; a URL that is not http(s) is dropped', () => {
    const { page, notices } = pair({});
    page.notify('back-offered', { offer: 3 });
    page.notify('open-outside', { url: 'https://example.com/' });
    page.notify('open-outside', { url: 'javascript:alert(1)' });
    expect(notices).toEqual([
      { notice: 'back-offered', payload: { offer: 3 } },
      { notice: 'open-outside', payload: { url: 'https://example.com/' } },
    ]);
  });

  test('what the sender added to a payload does not travel on', () => {
    expect(callReaders['device-vibrate']({ kind: 'tap', more: 1 })).toEqual({ kind: 'tap' });
    expect(noticeReaders['back-empty']({ more: 1 })).toEqual({});
    expect(eventReaders['back-taken']({ offer: -1 })).toBeUndefined();
  });
});

describe('4.13-06 looking for the shell', () => {
  const shell = { postMessage: () => undefined };
  const page = (): Parameters<typeof findShell>[0] => {
    const window: Parameters<typeof findShell>[0] = { parent: undefined, ...clock };
    window.parent = window;
    return window;
  };

  test('one that is there already is found at once', () => {
    const found = vi.fn();
    findShell({ ...page(), causewayShell: shell }, found);
    expect(found).not.toHaveBeenCalled();
    const window = page();
    window.causewayShell = shell;
    findShell(window, found);
    expect(found).toHaveBeenCalledExactlyOnceWith(shell);
  });

  test('one that is injected late is found at the next look, 200 ms apart', () => {
    const found = vi.fn();
    const window = page();
    findShell(window, found);
    vi.advanceTimersByTime(450);
    window.causewayShell = shell;
    vi.advanceTimersByTime(149);
    expect(found).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(found).toHaveBeenCalledExactlyOnceWith(shell);
    vi.advanceTimersByTime(5_000);
    expect(found).toHaveBeenCalledOnce();
  });

  test('in a plain browser the looking ends after 10 s', () => {
    const found = vi.fn();
    const window = page();
    findShell(window, found);
    vi.advanceTimersByTime(11_000);
    expect(vi.getTimerCount()).toBe(0);
    window.causewayShell = shell;
    vi.advanceTimersByTime(11_000);
    expect(found).not.toHaveBeenCalled();
  });

  test('a framed page never looks, and an object that cannot be talked to is no shell', () => {
    const found = vi.fn();
    const framed = page();
    framed.parent = {};
    framed.causewayShell = shell;
    findShell(framed, found);
    const odd = page();
    odd.causewayShell = { postMessage: 'yes' };
    findShell(odd, found);
    vi.advanceTimersByTime(11_000);
    expect(found).not.toHaveBeenCalled();
  });
});

describe('the handshake with a shell', () => {
  test('the page learns who it is and what it can', async () => {
    const facts = await greetShell(pair(all).page);
    expect(facts).toMatchObject({ deviceId: 'device-1', appVersion: { version: '2.4.0', build: 91 } });
    expect([facts.can('app-version-get'), facts.can('oauth-authenticate')]).toEqual([true, false]);
  });

  test('4.13-08 an app that does not report its version is 1.1.1 build 67', async () => {
    const { page } = pair({ 'device-info-get': () => info });
    expect((await greetShell(page)).appVersion).toEqual({ version: '1.1.1', build: 67 });
    const silent = pair({ 'device-info-get': () => ({ ...info, handlers: [] }) });
    expect((await greetShell(silent.page)).appVersion).toEqual({ version: '1.1.1', build: 67 });
    expect(silent.texts).toHaveLength(1);
  });

  test('a version that is not spoken here ends it, with what is wrong', async () => {
    const { page } = pair({ 'device-info-get': () => ({ ...info, version: 2 }) });
    await expect(greetShell(page)).rejects.toThrow(
      'The app speaks version 2 of the native bridge; this page speaks 1.',
    );
  });
});

function isName(name: string): name is NativeName {
  return Object.hasOwn(callReaders, name);
}
