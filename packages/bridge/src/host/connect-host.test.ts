import { describe, expect, test } from 'vitest';
import type { GuestMessage } from '../shared/protocol.ts';
import { FakeTarget, FakeWindow } from '../testing/fake-window.ts';
import { connectHost } from './connect-host.ts';

const PAY = 'https://pay.example';
const ready = { causeway: 1, event: 'ready', payload: { versions: [1], session: 's1' }, session: 's1' };
const lang = { causeway: 1, event: 'change-lang', payload: { lang: 'uk' }, session: 's1' };

function start() {
  const window = new FakeWindow();
  const frame = new FakeTarget();
  const iframe: { contentWindow: FakeTarget | null } = { contentWindow: frame };
  const messages: GuestMessage[] = [];
  const log: string[] = [];
  const host = connectHost({
    window,
    frame: () => iframe.contentWindow,
    origin: PAY,
    onMessage: (message) => messages.push(message),
    onReady: () => log.push('ready'),
    onFailure: (theirs) => log.push(theirs ? `mismatch ${theirs.join()}` : 'timeout'),
  });
  host.expect(20_000);
  const say = (data: unknown, origin = PAY, source: unknown = frame) => window.dispatch({ data, origin, source });
  return { window, frame, iframe, messages, log, host, say };
}

describe('handshake', () => {
  test('ready is answered with init, to the exact origin, with the session repeated', () => {
    const { frame, log, say } = start();
    say(ready);
    expect(frame.posted).toEqual([
      {
        message: { causeway: 1, event: 'init', payload: { version: 1, session: 's1' }, session: 's1' },
        origin: PAY,
      },
    ]);
    expect(log).toEqual(['ready']);
  });

  test('a repeated ready is answered again but counted once', () => {
    const { frame, log, host, say } = start();
    host.send('reset', {});
    say(ready);
    say(ready);
    expect(frame.posted.map(({ message }) => (message as { event: string }).event)).toEqual(['init', 'reset', 'init']);
    expect(log).toEqual(['ready']);
  });

  test('the highest common version is taken', () => {
    const { frame, say } = start();
    say({ ...ready, payload: { versions: [3, 2, 1], session: 's1' } });
    expect(frame.posted[0]?.message).toMatchObject({ payload: { version: 1 } });
  });

  test('without a common version nothing is sent and the owner is notified', () => {
    const { frame, log, say } = start();
    say({ ...ready, payload: { versions: [7, 8], session: 's1' } });
    say(lang);
    expect(frame.posted).toEqual([]);
    expect(log).toEqual(['mismatch 7,8']);
  });

  test('a reloaded frame repeats the handshake, and messages of the old page are dropped', () => {
    const { messages, log, say } = start();
    say(ready);
    say({ ...ready, payload: { versions: [1], session: 's2' }, session: 's2' });
    say(lang);
    expect(log).toEqual(['ready', 'ready']);
    expect(messages).toEqual([]);
    say({ ...lang, session: 's2' });
    expect(messages).toHaveLength(1);
  });

  test('silence for 20 s is reported once; a late ready still counts', () => {
    const { window, log, say } = start();
    window.advance(19_999);
    expect(log).toEqual([]);
    window.advance(60_000);
    say(ready);
    expect(log).toEqual(['timeout', 'ready']);
  });

  test('a widget that is loaded again gets its own time', () => {
    const { window, log, host, say } = start();
    say(ready);
    host.expect(5_000);
    window.advance(4_999);
    expect(log).toEqual(['ready']);
    window.advance(1);
    expect(log).toEqual(['ready', 'timeout']);
  });

  test('a ready in time is never followed by a time-out', () => {
    const { window, log, say } = start();
    say(ready);
    window.advance(60_000);
    expect(log).toEqual(['ready']);
  });
});

describe('trusted senders', () => {
  test.each([
    'null',
    '',
    'https://evil.example',
    'https://pay.example.evil.example',
    'https://notpay.example',
    'http://pay.example',
    'https://pay.example:444',
    'https://pay.example/',
  ])('the frame at origin %o is not heard', (origin) => {
    const { frame, messages, log, say } = start();
    say(ready, origin);
    say({ causeway: 1, event: 'change-height', payload: { height: 700 } }, origin);
    expect([frame.posted, messages, log]).toEqual([[], [], []]);
  });

  test.each([
    ['another frame', new FakeTarget()],
    ['no window', null],
  ])('%s of our origin is not heard', (_n, source) => {
    const { messages, log, say } = start();
    say(ready, PAY, source);
    expect([messages, log]).toEqual([[], []]);
  });

  test('a detached frame neither receives nor sends', () => {
    const { iframe, messages, host, say } = start();
    say(ready);
    iframe.contentWindow = null;
    say(lang, PAY, null);
    host.send('reset', {});
    expect(messages).toEqual([]);
  });

  test.each([
    ['an unknown event', { ...lang, event: 'steal' }],
    ['a malformed payload', { ...lang, payload: { lang: 3 } }],
    ['a dangerous redirect', { ...lang, event: 'redirect', payload: { url: 'javascript:alert(1)' } }],
    ['another version', { ...lang, causeway: 2 }],
    ['no mark', { event: 'change-lang', payload: { lang: 'uk' } }],
    ['another session', { ...lang, session: 's9' }],
    ['no session', { causeway: 1, event: 'change-lang', payload: { lang: 'uk' } }],
    ['a message into the frame', { ...lang, event: 'logout', payload: {} }],
  ])('%s is ignored', (_name, data) => {
    const { messages, say } = start();
    say(ready);
    say(data);
    expect(messages).toEqual([]);
  });

  test('before the handshake only the height counts', () => {
    const { messages, say } = start();
    say(lang);
    say({ causeway: 1, event: 'change-height', payload: { height: 700 } });
    expect(messages).toEqual([{ event: 'change-height', payload: { height: 700 } }]);
  });
});

describe('sending', () => {
  test('what is sent before the handshake waits for it', () => {
    const { frame, host, say } = start();
    host.send('open-exchange', { payinAmount: '250' });
    expect(frame.posted).toEqual([]);
    say(ready);
    expect(frame.posted[1]).toEqual({
      message: { causeway: 1, event: 'open-exchange', payload: { payinAmount: '250' }, session: 's1' },
      origin: PAY,
    });
  });

  test('close stops listening and forgets what waits', () => {
    const { window, frame, log, host, say } = start();
    host.send('reset', {});
    host.close();
    say(ready);
    window.advance(60_000);
    expect([frame.posted, log]).toEqual([[], []]);
    expect([window.listenerCount, window.timerCount]).toEqual([0, 0]);
  });
});
