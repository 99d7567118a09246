import { BrowserClient, createTransport, defaultStackParser } from '@sentry/browser';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isIgnored, judgeReport, judgeTrace } from './judge-report.ts';
import { isReportingOn, reportRules } from './report-rules.ts';
import { scrub, scrubText } from './scrub.ts';
import { waitInLine } from './wait-in-line.ts';

afterEach(() => vi.useRealTimers());

describe('9-35, 6-16 where errors are reported', () => {
  const production = 'pay.example';
  test.each([
    ['the production host', { host: 'pay.example', path: '/es/faq', isSupported: true }, true],
    ['another host', { host: 'localhost:4000', path: '/', isSupported: true }, false],
    ['a host that only begins so', { host: 'pay.example.evil', path: '/', isSupported: true }, false],
    ['an admin page', { host: 'pay.example', path: '/admin/orders', isSupported: true }, false],
    ['the admin start', { host: 'pay.example', path: '/admin', isSupported: true }, false],
    ['a page that only begins so', { host: 'pay.example', path: '/administrative', isSupported: true }, true],
    ['a browser that cannot', { host: 'pay.example', path: '/', isSupported: false }, false],
  ])('%s', (_name, place, isOn) => expect(isReportingOn(place, production)).toBe(isOn));

  test('9-36, 9-37 constants', () => {
    expect(reportRules).toMatchObject({ sampleRate: 0.25, breadcrumbsMax: 60 });
  });
});

describe('9-41 traces, through the reporter itself', () => {
  async function send(event: Readonly<Record<string, unknown>>): Promise<string[]> {
    const sent: string[] = [];
    const client = new BrowserClient({
      dsn: 'https://key@reports.example/1',
      integrations: [],
      stackParser: defaultStackParser,
      transport: (options) =>
        createTransport(options, async ({ body }) => {
          sent.push(String(body));
          return { statusCode: 200 };
        }),
      sendClientReports: false,
      beforeSendTransaction: judgeTrace,
    });
    client.captureEvent({ type: 'transaction', transaction: '/settings', ...event });
    await client.flush(1_000);
    return sent;
  }

  test.each([
    ['of 600 s is sent', { start_timestamp: 1_000, timestamp: 1_600 }, 1],
    ['that is longer is dropped', { start_timestamp: 1_000, timestamp: 1_600.001 }, 0],
    ['of an hour is dropped', { start_timestamp: 1_000, timestamp: 4_600 }, 0],
    ['whose start is not known is dropped', { timestamp: 4_600 }, 0],
  ])('one %s', async (_name, times, count) => expect(await send(times)).toHaveLength(count));

  test('nothing personal is in one', async () => {
    const [sent = ''] = await send({
      start_timestamp: 1_000,
      timestamp: 1_001,
      user: { email: 'anna@example.com' },
      request: { url: 'https://pay.example/login?email=anna%40example.com' },
      spans: [
        {
          description: 'POST /onramp/o/CW7Q2M9V4T8K1N5X3B',
          data: { to: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4' },
        },
      ],
    });
    expect(sent).toContain('transaction');
    expect(sent).not.toMatch(/anna|CW7Q|bc1q/);
  });
});

describe('8-30 to 8-34 errors that are not reported', () => {
  const seen = { name: 'Error', message: 'x is undefined', sources: ['/assets/entry.js'], isOtherThing: false };
  test.each([
    ['8-30 the network', { message: 'Failed to fetch' }],
    ['8-30 our own word for it', { name: 'NetworkFailure', message: 'No answer from the server.' }],
    ['8-31 a captcha script', { sources: ['https://www.example/recaptcha/api.js'] }],
    ['8-31 a captcha that did not come', { message: 'The captcha could not be loaded.' }],
    ['8-32 a frame of another site', { name: 'SecurityError', message: 'Blocked a frame with origin "x"' }],
    ['8-32 a foreign script', { message: 'Script error.' }],
    ['8-33 what is no Error', { isOtherThing: true }],
    ['8-34 a wait that ran out', { name: 'TimeoutError', message: 'signal timed out' }],
  ])('%s', (_name, change) => expect(isIgnored({ ...seen, ...change })).toBe(true));

  test('a fault of ours is reported', () => expect(isIgnored(seen)).toBe(false));
});

describe('nothing personal is reported', () => {
  test.each([
    ['mail to anna.k@example.com failed', 'anna.k@example.com'],
    ['/login?redirect=%2F&email=anna%40example.com', 'anna'],
    ['https://pay.example/order-status/CW7Q2M9V4T8K1N5X3B?code=123456#x', 'CW7Q2M9V4T8K1N5X3B'],
    ['code 123456 was wrong', '123456'],
    ['token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', 'eyJ'],
    ['refresh cwr_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG', 'cwr_0'],
    ['biometric cwb_abc', 'cwb_abc'],
    ['to bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 'bc1q'],
    ['to 0x52908400098527886E0F7030069857D2E4169EE7', '0x529'],
    ['to DE89370400440532013000', 'DE8937'],
    ['to DE89 3704 0044 0532 0130 00', '0532'],
    ['call +44 20 7946 0958', '7946'],
  ])('%s', (text, secret) => expect(scrubText(text)).not.toContain(secret));

  test('a URL keeps its path, a sentence its text', () => {
    expect(scrubText('https://pay.example/faq?q=1')).toBe('https://pay.example/faq');
    expect(scrubText('Cannot read properties of undefined')).toBe('Cannot read properties of undefined');
  });

  test('in a whole report, at every depth', () => {
    const error = new Error('of anna@example.com');
    const report = judgeReport(
      {
        type: undefined,
        user: { email: 'anna@example.com' },
        request: { url: 'https://pay.example/?a=1', headers: { Referer: 'https://shop.example/?anna@example.com' } },
        exception: { values: [{ type: 'Error', value: error.message }] },
        breadcrumbs: [{ message: 'x', data: { url: '/onramp/o/CW7Q2M9V4T8K1N5X3B' } }],
      },
      { originalException: error },
    );
    expect(report).not.toBeNull();
    expect(JSON.stringify(report)).not.toMatch(/anna|CW7Q|a=1/);
    expect(report).not.toHaveProperty('user');
    expect(scrub({ cookies: 'a=b', deep: { authorization: 'x' } })).toEqual({ deep: {} });
  });

  test('8-33 a rejection that is no Error is no report', () =>
    expect(judgeReport({ type: undefined, message: 'x' }, { originalException: 'x' })).toBeNull());
});

describe('the line before the network', () => {
  function setUp() {
    let act = () => {};
    const waits: number[] = [];
    const sent: number[] = [];
    const timers = {
      now: () => 0,
      after: (milliseconds: number, run: () => void) => {
        waits.push(milliseconds);
        act = run;
        return () => (act = () => {});
      },
    };
    const send = waitInLine(async (report: number) => sent.push(report), timers, 0);
    return { send, sent, waits, pass: () => act() };
  }

  test('9-38 reports leave together, a second after the last', () => {
    const { send, sent, waits, pass } = setUp();
    void send(1);
    void send(2);
    expect([sent, waits]).toEqual([[], [1000, 1000]]);
    pass();
    expect(sent).toEqual([1, 2]);
  });

  test('9-39 the 31st that waits is dropped', async () => {
    const { send, sent, pass } = setUp();
    for (let report = 1; report <= 30; report += 1) void send(report);
    expect(await send(31)).toBe(0);
    pass();
    expect(sent).toHaveLength(30);
  });
});

describe('7-64 the limits of the service', () => {
  const wait = async (headers: Readonly<Record<string, string>>) => {
    vi.useFakeTimers({ toFake: ['Date'], now: 0 });
    let count = 0;
    const transport = createTransport({ bufferSize: 30, recordDroppedEvent: () => {} }, async () => {
      count += 1;
      return {
        statusCode: 429,
        headers: { 'retry-after': headers['retry-after'] ?? null, 'x-sentry-rate-limits': headers['limits'] ?? null },
      };
    });
    const send = () =>
      transport.send([{ event_id: 'a', sent_at: '' }, [[{ type: 'event' }, { type: undefined, message: 'x' }]]]);
    await send();
    const until = async (seconds: number) => {
      vi.setSystemTime(seconds * 1000);
      await send();
      return count;
    };
    return until;
  };

  test('9-40 without an answer of the service 60 s pass before the next', async () => {
    const until = await wait({});
    expect(await until(59)).toBe(1);
    expect(await until(60.1)).toBe(2);
  });

  test('Retry-After is kept to', async () => {
    const until = await wait({ 'retry-after': '120' });
    expect(await until(61)).toBe(1);
    expect(await until(120.1)).toBe(2);
  });

  test('its own header is kept to', async () => {
    const until = await wait({ limits: '90::organization' });
    expect(await until(89)).toBe(1);
    expect(await until(90.1)).toBe(2);
  });
});
