import { afterEach, describe, expect, test, vi } from 'vitest';
import { mount } from './mount.ts';
import type { CausewayOptions } from './options.ts';
import { fakePage } from './testing/fake-page.ts';

const options: CausewayOptions = { origin: 'https://pay.example', partnerKey: 'pk_test_shop' };
const step = { orderStatus: null, orderId: null, partnerOrderId: null, stepName: 'exchange' };

/** The optional parts are imported on demand, which takes time on a busy machine. */
const soon = (check: () => void) => vi.waitFor(check, 10_000);

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the frame', () => {
  test('has a name, its rights, and nothing but its own style', () => {
    const { frame } = fakePage();
    mount('#pay', { ...options, theme: 'dark' });
    expect(frame()).toMatchObject({
      src: 'https://pay.example/widget?partner_key=pk_test_shop&theme=dark',
      title: 'Buy and sell crypto',
      allow: 'payment;camera;clipboard-write;publickey-credentials-get;publickey-credentials-create',
      referrerPolicy: 'origin',
      style: { cssText: 'display:block;width:100%;height:650px;border:0', colorScheme: 'dark' },
    });
  });

  test('4.13-02 is 650 high until the first height arrives, then follows the content both ways', () => {
    const { frame, say, shakeHands } = fakePage();
    mount('#pay', options);
    shakeHands();
    say('change-height', { height: 912.5 });
    expect(frame().style['height']).toBe('912.5px');
    say('change-height', { height: 700 });
    expect(frame().style['height']).toBe('700px');
  });

  test.each([
    ['#nowhere', 'but got "#nowhere".'],
    [null, 'but got "null".'],
  ])('mount(%o) says what is missing', (target, sentence) => {
    fakePage();
    expect(() => Reflect.apply(mount, undefined, [target, options])).toThrow(sentence);
  });

  test('on a server mount says where it belongs', () => {
    expect(() => mount('#pay', options)).toThrow('Expected mount() to run in a browser, but there is no document.');
  });

  test('a wrong option puts no frame on the page', () => {
    const { box } = fakePage();
    expect(() => mount('#pay', { ...options, payinAmount: 'lots' })).toThrow('decimal text');
    expect(box.children).toEqual([]);
  });
});

describe('a frame that the page wrote right before the element', () => {
  const written = 'https://pay.example/widget?partner_key=pk_test_shop&payin_currency=EUR&payin_amount=250';
  const same = { ...options, payinAmount: '250', payinCurrency: 'EUR', attributes: 'partner-key,payin-amount' };

  test('goes on with what it loads, and is the widget from then on', () => {
    const { write, box, say, shakeHands } = fakePage();
    const { iframe, loads } = write(written);
    const widget = mount('#pay', same);
    const ready = vi.fn();
    widget.on('ready', ready);
    shakeHands();
    say('change-height', { height: 912 });
    expect(loads).toEqual([written]);
    expect(box.children).toEqual([]);
    expect(widget.iframe).toBe(iframe);
    expect(ready).toHaveBeenCalledOnce();
    expect(iframe.style['height']).toBe('912px');
  });

  test('loads again for other options, and on demand', () => {
    const { write } = fakePage();
    const { loads } = write(written);
    const widget = mount('#pay', { ...same, lang: 'uk' });
    const other = written.replace('&payin_currency', '&lang=uk&payin_currency');
    expect(loads).toEqual([written, other]);
    widget.reload();
    expect(loads).toEqual([written, other, other]);
  });

  test('waits for the token of a function, and takes one that the page was written with', async () => {
    const { write } = fakePage();
    const { loads } = write(written);
    mount('#pay', { ...same, sessionToken: () => 'st_1' });
    await soon(() => expect(loads).toEqual([written, written + '&session_token=st_1']));
    const next = fakePage();
    const { loads: nextLoads } = next.write(written + '&session_token=st_2');
    mount('#pay', { ...same, sessionToken: 'st_2' });
    expect(nextLoads).toHaveLength(1);
  });

  test('is missed when nothing answers', async () => {
    const { window, write } = fakePage();
    write(written);
    const failed = vi.fn();
    mount('#pay', { ...same, display: 'inline' }).on('error', failed);
    window.advance(20_000);
    await soon(() => expect(failed).toHaveBeenCalled());
  });

  test('of another site is left alone', () => {
    const { write, frame } = fakePage();
    const { iframe, loads } = write('https://video.example/widget?partner_key=pk_test_shop');
    expect(mount('#pay', options).iframe).toBe(frame());
    expect(iframe.title).toBe('');
    expect(loads).toHaveLength(1);
  });
});

describe('events', () => {
  test('ready, update-step, change-order and change-lang reach their listeners', () => {
    const { say, shakeHands } = fakePage();
    const widget = mount('#pay', options);
    const heard: unknown[] = [];
    widget.on('ready', () => heard.push('ready'));
    widget.on('update-step', (detail) => heard.push(detail));
    widget.on('change-order', (detail) => heard.push(detail));
    widget.on('change-lang', (detail) => heard.push(detail));
    shakeHands();
    say('update-step', step);
    say('change-order', { ...step, orderStatus: 'finished' });
    say('change-lang', { lang: 'uk' });
    expect(heard).toEqual(['ready', step, { ...step, orderStatus: 'finished' }, { lang: 'uk' }]);
  });

  test('why the session token was refused and what was left out reach theirs', () => {
    const { say, shakeHands } = fakePage();
    const widget = mount('#pay', options);
    const heard: unknown[] = [];
    widget.on('session-refused', (detail) => heard.push(detail));
    widget.on('options-ignored', (detail) => heard.push(detail));
    shakeHands();
    say('session-refused', { reason: 'expired' });
    say('session-refused', { reason: 5 });
    say('options-ignored', { sentences: ['The parameter "theme" was left out.'] });
    expect(heard).toEqual([{ reason: 'expired' }, { sentences: ['The parameter "theme" was left out.'] }]);
  });

  test('a message of another origin reaches no listener', () => {
    const { say, shakeHands } = fakePage();
    const heard = vi.fn();
    mount('#pay', options).on('change-lang', heard);
    shakeHands();
    say('change-lang', { lang: 'uk' }, 's1', 'https://pay.example.evil.example');
    expect(heard).not.toHaveBeenCalled();
  });

  test('a redirect without a listener is followed; a listener decides itself', () => {
    const { visited, say, shakeHands } = fakePage();
    const widget = mount('#pay', options);
    shakeHands();
    say('redirect', { url: 'https://shop.example/thanks' });
    widget.on('redirect', () => undefined);
    say('redirect', { url: 'https://shop.example/other' });
    say('redirect', { url: 'javascript:alert(1)' });
    expect(visited).toEqual(['https://shop.example/thanks']);
  });

  test('a widget that never answers is an error that says what to check', async () => {
    const { window } = fakePage();
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const heard: string[] = [];
    mount('#pay', { ...options, display: 'inline' }).on('error', (error) => heard.push(error.message));
    window.advance(20_000);
    await soon(() => expect(heard).toHaveLength(1));
    expect(heard[0]).toContain(
      'Check that the address is right and that https://shop.example is an allowed origin of pk_test_shop',
    );
    expect(log).not.toHaveBeenCalled();
  });

  test('without a listener errors are logged', async () => {
    const { say } = fakePage();
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    mount('#pay', options);
    say('ready', { versions: [4, 5], session: 's1' });
    await soon(() => expect(log).toHaveBeenCalledOnce());
    expect(String(log.mock.calls[0]?.[0])).toContain('speaks version 4, 5, not 1');
  });
});

describe('update', () => {
  const posted = () => frame().contentWindow.posted.map(({ message }) => message);
  let frame: ReturnType<typeof fakePage>['frame'];

  function mounted(extra: Partial<CausewayOptions> = {}) {
    const page = fakePage();
    frame = page.frame;
    const widget = mount('#pay', { ...options, ...extra });
    page.shakeHands();
    return { ...page, widget };
  }

  test('amount, look and language are applied to the running widget without a reload', async () => {
    const { widget } = mounted({ payinAmount: '250' });
    const { src } = frame();
    widget.update({ payinAmount: '300', payinCurrency: 'USD' });
    widget.update({ theme: 'dark', lang: 'uk' });
    await soon(() => expect(posted()).toHaveLength(3));
    expect(posted().slice(1)).toMatchObject([
      { event: 'open-exchange', payload: { payinCurrency: 'USD', payinAmount: '300' } },
      { event: 'update-options', payload: { theme: 'dark', lang: 'uk' } },
    ]);
    expect(frame().src).toBe(src);
    expect(frame().style['colorScheme']).toBe('dark');
  });

  test('any other change reloads the frame with the newest amount', async () => {
    const { widget } = mounted();
    widget.update({ payinAmount: '300' });
    widget.update({ swMode: 'cabinet', flags: ['hideCoupon'] });
    const expected =
      'https://pay.example/widget?partner_key=pk_test_shop&swMode=cabinet&payin_amount=300&hide_coupon=1';
    await soon(() => expect(frame().src).toBe(expected));
  });

  test('no change does nothing', async () => {
    const { widget } = mounted({ payinAmount: '250', flags: ['hideCoupon'] });
    const before = posted().length;
    const { src } = frame();
    widget.update({ payinAmount: '250', flags: ['hideCoupon'] });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect([posted().length, frame().src]).toEqual([before, src]);
  });

  test('the origin cannot change', async () => {
    const { widget } = mounted();
    const heard: string[] = [];
    widget.on('error', ({ message }) => heard.push(message));
    widget.update({ origin: 'https://other.example' });
    await soon(() => expect(heard[0]).toContain('Unmount and mount again'));
  });

  test('a wrong value is refused and the right ones stay', () => {
    const { frame } = fakePage();
    const widget = mount('#pay', options);
    expect(() => widget.update({ payinAmount: '-1' })).toThrow('decimal text');
    expect(frame().src).toBe('https://pay.example/widget?partner_key=pk_test_shop');
  });
});

describe('a session token of the partner’s server', () => {
  test('is put into the address; a function is asked each time the widget is loaded', async () => {
    const { frame } = fakePage();
    let count = 0;
    const widget = mount('#pay', { ...options, sessionToken: async () => `st_${(count += 1)}` });
    await soon(() => expect(frame().src).toContain('session_token=st_1'));
    widget.reload();
    await soon(() => expect(frame().src).toContain('session_token=st_2'));
  });

  test('that comes late does not load the page of before over the one of now', async () => {
    const { frame } = fakePage();
    const waiting: ((token: string) => void)[] = [];
    const sessionToken = () => new Promise<string>((resolve) => waiting.push(resolve));
    const widget = mount('#pay', { ...options, sessionToken });
    widget.reload();
    await soon(() => expect(waiting).toHaveLength(2));
    waiting[1]?.('st_2');
    await soon(() => expect(frame().src).toContain('session_token=st_2'));
    waiting[0]?.('st_1');
    await new Promise((resolve) => setTimeout(resolve));
    expect(frame().src).toContain('session_token=st_2');
  });

  test('that comes after the widget was taken off takes no page anywhere', async () => {
    const { visited, box } = fakePage();
    const waiting: ((token: string) => void)[] = [];
    const sessionToken = () => new Promise<string>((resolve) => waiting.push(resolve));
    const widget = mount('#pay', { ...options, sessionToken, display: 'redirect' });
    box.fire('click');
    await soon(() => expect(waiting).toHaveLength(1));
    widget.unmount();
    waiting[0]?.('st_1');
    await new Promise((resolve) => setTimeout(resolve));
    expect(visited).toEqual([]);
  });

  test('that cannot be made is an error, and nothing is loaded without it', async () => {
    const { frame } = fakePage();
    const heard: string[] = [];
    const sessionToken = () => Promise.reject(new Error('401'));
    mount('#pay', { ...options, sessionToken }).on('error', ({ message }) => heard.push(message));
    await soon(() => expect(heard[0]).toContain('Expected "sessionToken" to give a token, but it failed: Error: 401'));
    expect(frame().src).toBe('');
  });
});

describe('1 the ladder', () => {
  const can = { storage: true, camera: false, payment: true, popups: true };

  test('a frame with the needed capabilities stays, and the partner is notified', () => {
    const { say, shakeHands } = fakePage();
    const events: unknown[] = [];
    mount('#pay', options).on('change-display', (detail) => events.push(detail));
    shakeHands();
    say('capabilities', can);
    expect(events).toEqual([{ display: 'inline', reason: null, capabilities: can }]);
  });

  test.each([
    [{ needs: 'storage popups' }, { storage: false }, 'storage'],
    [{}, { storage: false }, null],
    [{}, { popups: false }, 'popups'],
    [{}, { camera: false }, null],
    [{ needs: 'camera' }, { storage: false, camera: false }, 'camera'],
    [{ needs: ['payment', 'storage'] as const }, { payment: false }, 'payment'],
  ])('needs %o of a frame that has %o: gives way for %s', async (needs, lacks, reason) => {
    const { say, shakeHands } = fakePage();
    const events: { display: string; reason: string | null }[] = [];
    mount('#pay', { ...options, ...needs, display: 'inline' }).on('change-display', (detail) => events.push(detail));
    shakeHands();
    say('capabilities', { storage: true, camera: true, payment: true, popups: true, ...lacks });
    await soon(() => expect(events).toHaveLength(1));
    expect(events[0]?.reason).toBe(reason);
  });
});

test('unmount takes the frame, the listener and the timer away; two widgets do not disturb each other', () => {
  const { box, window } = fakePage();
  const first = mount('#pay', options);
  mount('#pay', options);
  expect(box.children).toHaveLength(2);
  first.unmount();
  expect(box.children).toHaveLength(1);
  expect([window.listenerCount, window.timerCount]).toEqual([1, 1]);
});
