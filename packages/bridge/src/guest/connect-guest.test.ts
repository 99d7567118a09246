import { describe, expect, test } from 'vitest';
import type { HostMessage } from '../shared/protocol.ts';
import { FakeTarget, FakeWindow } from '../testing/fake-window.ts';
import { connectGuest } from './connect-guest.ts';

const SHOP = 'https://shop.example';
const init = { causeway: 1, event: 'init', payload: { version: 1, session: 's1' }, session: 's1' };

function start(setup: { ancestorOrigins?: string[] | undefined; allowedOrigins?: string[] } = {}) {
  const parent = new FakeTarget();
  const window = new FakeWindow(parent);
  window.location.ancestorOrigins = 'ancestorOrigins' in setup ? setup.ancestorOrigins : [SHOP];
  const messages: HostMessage[] = [];
  const hosts: { origin: string; version: number }[] = [];
  const guest = connectGuest({
    window,
    allowedOrigins: setup.allowedOrigins ?? [SHOP],
    onMessage: (message) => messages.push(message),
    onConnect: (host) => hosts.push(host),
    session: 's1',
  });
  const say = (data: unknown, origin = SHOP, source: unknown = parent) => window.dispatch({ data, origin, source });
  return { parent, window, messages, hosts, guest, say };
}

const events = (posted: { message: unknown }[]) => posted.map(({ message }) => (message as { event: string }).event);

describe('handshake', () => {
  test('ready goes to the exact origin and is repeated until init', () => {
    const { parent, window, hosts, say } = start();
    window.advance(500);
    expect(parent.posted).toHaveLength(3);
    expect(parent.posted[0]).toEqual({
      message: { causeway: 1, event: 'ready', payload: { versions: [1], session: 's1' }, session: 's1' },
      origin: SHOP,
    });
    say(init);
    window.advance(60_000);
    expect(parent.posted).toHaveLength(3);
    expect(hosts).toEqual([{ origin: SHOP, version: 1 }]);
    expect(window.timerCount).toBe(0);
  });

  test('a second init changes nothing', () => {
    const { guest, parent, hosts, say } = start();
    guest.send('change-lang', { lang: 'uk' });
    say(init);
    say(init);
    expect(hosts).toHaveLength(1);
    expect(events(parent.posted)).toEqual(['ready', 'change-lang']);
  });

  test.each([
    ['of a version we do not speak', { ...init, payload: { version: 2, session: 's1' } }],
    ['in an envelope of another version', { ...init, causeway: 2 }],
    ['with a mark that is not a number', { ...init, causeway: '1' }],
    ['for an earlier page', { ...init, payload: { version: 1, session: 's0' } }],
    ['in an envelope for an earlier page', { ...init, session: 's0' }],
    ['without a session', { ...init, payload: { version: 1 } }],
  ])('an init %s is not accepted', (_name, data) => {
    const { hosts, say } = start();
    say(data);
    expect(hosts).toEqual([]);
  });

  test('ready stops after a minute; a later init still counts', () => {
    const { parent, window, hosts, say } = start();
    window.advance(60_000);
    const said = parent.posted.length;
    window.advance(60_000);
    expect(parent.posted).toHaveLength(said);
    say(init);
    expect(hosts).toHaveLength(1);
  });

  test('what was sent before the handshake follows it in order', () => {
    const { guest, parent, say } = start();
    guest.send('update-step', { orderStatus: null, orderId: null, partnerOrderId: null, stepName: 'exchange' });
    guest.send('change-lang', { lang: 'uk' });
    guest.send('change-height', { height: 700 });
    expect(events(parent.posted)).toEqual(['ready', 'change-height']);
    say(init);
    expect(events(parent.posted)).toEqual(['ready', 'change-height', 'update-step', 'change-lang', 'change-height']);
    expect(parent.posted.slice(2).every(({ origin }) => origin === SHOP)).toBe(true);
  });

  test('of what waits only the last hundred are kept', () => {
    const { guest, parent, say } = start();
    for (let index = 0; index < 150; index += 1) guest.send('change-lang', { lang: `l${index}` });
    say(init);
    expect(parent.posted).toHaveLength(101);
    expect(parent.posted[1]?.message).toMatchObject({ payload: { lang: 'l50' } });
  });
});

describe('A-120 trusted senders', () => {
  const logout = { causeway: 1, event: 'logout', payload: {}, session: 's1' };

  test('the parent from an allowed origin is accepted', () => {
    const { messages, say } = start();
    say(init);
    say(logout);
    expect(messages).toEqual([{ event: 'logout', payload: {} }]);
  });

  test.each([
    'null',
    '',
    'https://evil.example',
    'https://shop.example.evil.example',
    'https://evilshop.example',
    'https://shop.exampl',
    'http://shop.example',
    'https://shop.example:8443',
    'https://shop.example/',
    'https://SHOP.example',
  ])('the origin %o is not', (origin) => {
    const { messages, hosts, parent, say } = start();
    say(init, origin);
    say(logout, origin);
    expect(hosts).toEqual([]);
    expect(messages).toEqual([]);
    expect(events(parent.posted)).toEqual(['ready']);
  });

  test('another window of the allowed origin is not', () => {
    const { messages, hosts, say } = start();
    say(init, SHOP, new FakeTarget());
    say(logout, SHOP, null);
    expect(hosts).toEqual([]);
    expect(messages).toEqual([]);
  });

  test('after the handshake another allowed origin is not', () => {
    const { messages, say } = start({ allowedOrigins: [SHOP, 'https://shop2.example'] });
    say(init);
    say(logout, 'https://shop2.example');
    expect(messages).toEqual([]);
  });

  test('a wildcard or null in the list allows no origin', () => {
    const { messages, say } = start({ allowedOrigins: ['*', 'null'] });
    say(logout, 'null');
    say(logout, '*');
    expect(messages).toEqual([]);
  });

  test.each([
    ['an unknown event', { event: 'open-the-safe' }],
    ['a bad payload', { event: 'open-order-status' }],
  ])('4.13-04 %s has no effect', (_name, data) => {
    const { messages, say } = start();
    say(init);
    say(data);
    expect(messages).toEqual([]);
  });
});

describe('a parent that is not trusted learns nothing but the height', () => {
  test('a stranger named by the browser', () => {
    const { guest, parent, window } = start({ ancestorOrigins: ['https://evil.example'] });
    guest.send('update-step', { orderStatus: 'finished', orderId: 'k3', partnerOrderId: '7', stepName: 'status' });
    guest.send('redirect', { url: 'https://shop.example/secret' });
    guest.send('change-height', { height: 700 });
    window.advance(60_000);
    expect(parent.received('https://evil.example')).toEqual([
      { causeway: 1, event: 'change-height', payload: { height: 700 } },
    ]);
    expect(parent.posted).toHaveLength(1);
  });

  test('a parent the browser does not name: every message is addressed to allowed origins alone', () => {
    const { guest, parent, window } = start({
      allowedOrigins: [SHOP, 'https://shop2.example'],
      ancestorOrigins: undefined,
    });
    guest.send('change-lang', { lang: 'uk' });
    window.advance(60_000);
    expect(new Set(parent.posted.map(({ origin }) => origin))).toEqual(new Set([SHOP, 'https://shop2.example']));
    expect(new Set(events(parent.posted))).toEqual(new Set(['ready']));
  });
});

describe('a partner who writes the messages by hand, without the SDK (A-119)', () => {
  test('an allowed, known parent that never answers is served after 1.5 s', () => {
    const { guest, parent, window } = start();
    guest.send('change-lang', { lang: 'uk' });
    window.advance(1499);
    expect(events(parent.posted)).not.toContain('change-lang');
    window.advance(1);
    expect(parent.posted.at(-1)).toEqual({
      message: { causeway: 1, event: 'change-lang', payload: { lang: 'uk' }, session: 's1' },
      origin: SHOP,
    });
  });

  test('one whose script comes late hears all from the first on, in order, once it answers', () => {
    const { guest, parent, window, say } = start();
    guest.send('change-lang', { lang: 'uk' });
    window.advance(1500);
    guest.send('change-lang', { lang: 'de' });
    guest.send('change-height', { height: 700 });
    const before = parent.posted.length;
    say(init);
    guest.send('change-lang', { lang: 'fr' });
    expect(parent.posted.slice(before).map(({ message }) => message)).toEqual([
      { causeway: 1, event: 'change-lang', payload: { lang: 'uk' }, session: 's1' },
      { causeway: 1, event: 'change-lang', payload: { lang: 'de' }, session: 's1' },
      { causeway: 1, event: 'change-height', payload: { height: 700 }, session: 's1' },
      { causeway: 1, event: 'change-lang', payload: { lang: 'fr' }, session: 's1' },
    ]);
  });

  test('a bare event and payload from it are taken, and show where to answer', () => {
    const { guest, parent, messages, say } = start({ ancestorOrigins: undefined });
    say({ event: 'open-deposit', payload: { depositCurrency: 'EUR' } });
    expect(messages).toEqual([{ event: 'open-deposit', payload: { depositCurrency: 'EUR' } }]);
    guest.send('change-lang', { lang: 'uk' });
    expect(parent.posted.at(-1)?.origin).toBe(SHOP);
  });
});

describe('in a window that the partner’s page opened', () => {
  function startWindow(allowedOrigins = [SHOP]) {
    const opener = new FakeTarget();
    const window = Object.assign(new FakeWindow(), { opener });
    Object.defineProperty(window, 'parent', { value: window });
    const heard: HostMessage[] = [];
    const guest = connectGuest({ window, allowedOrigins, onMessage: (message) => heard.push(message), session: 's1' });
    return { opener, window, heard, guest };
  }

  test('the opener is the host: handshake and messages, to its exact origin', () => {
    const { opener, window, heard, guest } = startWindow();
    window.dispatch({ data: init, origin: SHOP, source: opener });
    guest.send('change-lang', { lang: 'uk' });
    window.dispatch({ data: { event: 'reset' }, origin: SHOP, source: opener });
    expect(new Set(opener.posted.map(({ origin }) => origin))).toEqual(new Set([SHOP]));
    expect(events(opener.posted)).toEqual(['ready', 'change-lang']);
    expect(heard).toEqual([{ event: 'reset', payload: {} }]);
  });

  test('messages of another window of the allowed origin, or of an opener from another origin, are ignored', () => {
    const { opener, window, heard } = startWindow();
    window.dispatch({ data: { event: 'reset' }, origin: SHOP, source: new FakeTarget() });
    window.dispatch({ data: { event: 'reset' }, origin: 'https://evil.example', source: opener });
    expect(heard).toEqual([]);
  });

  test('an opener that is a stranger learns nothing, not even the height', () => {
    const { opener, window, guest } = startWindow([]);
    guest.send('change-height', { height: 700 });
    guest.send('update-step', { orderStatus: null, orderId: null, partnerOrderId: null, stepName: 'exchange' });
    window.advance(60_000);
    expect(opener.posted).toEqual([]);
  });
});

describe('ends', () => {
  test('close stops listening, repeating and sending what waits', () => {
    const { guest, parent, window, messages, say } = start();
    guest.send('change-lang', { lang: 'uk' });
    guest.close();
    say(init);
    window.advance(60_000);
    expect(events(parent.posted)).toEqual(['ready']);
    expect(messages).toEqual([]);
    expect([window.listenerCount, window.timerCount]).toEqual([0, 0]);
  });

  test('outside a frame and without an opener nothing is sent and nothing is accepted', () => {
    const window = new FakeWindow();
    Object.defineProperty(window, 'parent', { value: window });
    const guest = connectGuest({ window, allowedOrigins: [SHOP], onMessage: () => undefined });
    guest.send('change-height', { height: 700 });
    guest.close();
    expect([window.listenerCount, window.timerCount]).toEqual([0, 0]);
  });
});
