import { afterEach, describe, expect, test, vi } from 'vitest';
import { mount } from './mount.ts';
import type { CausewayOptions } from './options.ts';
import { fakePage } from './testing/fake-page.ts';

const options: CausewayOptions = { origin: 'https://pay.example', partnerKey: 'pk_test_shop' };
const step = { orderStatus: null, orderId: null, partnerOrderId: null, stepName: 'exchange' };

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
      title: 'Causeway: buy and sell crypto',
      allow: 'payment; clipboard-write; camera; publickey-credentials-get',
      referrerPolicy: 'origin',
      style: { display: 'block', width: '100%', border: '0', height: '650px', colorScheme: 'dark' },
    });
  });

  test('4.13-02 is 650 high until it is told, then follows the content both ways', () => {
    const { frame, say, shakeHands } = fakePage();
    mount('#pay', options);
    shakeHands();
    say('change-height', { height: 912.5 });
    expect(frame().style['height']).toBe('912.5px');
    say('change-height', { height: 700 });
    expect(frame().style['height']).toBe('700px');
  });

  test.each([
    ['#nowhere', 'but got "#nowhere", which matches nothing on this page. Call it after the element exists.'],
    [null, 'but got null. Call it after the element exists.'],
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

  test('a message of another origin reaches nobody', () => {
    const { say, shakeHands } = fakePage();
    const heard = vi.fn();
    mount('#pay', options).on('change-lang', heard);
    shakeHands();
    say('change-lang', { lang: 'uk' }, 's1', 'https://pay.example.evil.example');
    expect(heard).not.toHaveBeenCalled();
  });

  test('a redirect nobody listens to is followed; a listener decides itself', () => {
    const { visited, say, shakeHands } = fakePage();
    const widget = mount('#pay', options);
    shakeHands();
    say('redirect', { url: 'https://shop.example/thanks' });
    widget.on('redirect', () => undefined);
    say('redirect', { url: 'https://shop.example/other' });
    say('redirect', { url: 'javascript:alert(1)' });
    expect(visited).toEqual(['https://shop.example/thanks']);
  });

  test('a widget that never answers is an error that says what to check', () => {
    const { window } = fakePage();
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const heard: string[] = [];
    mount('#pay', options).on('error', (error) => heard.push(error.message));
    window.advance(20_000);
    expect(heard[0]).toContain(
      'Check that the address is right and that https://shop.example is an allowed origin of pk_test_shop.',
    );
    expect(log).not.toHaveBeenCalled();
  });

  test('without a listener errors are logged', () => {
    const { say } = fakePage();
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    mount('#pay', options);
    say('ready', { versions: [4, 5], session: 's1' });
    expect(log).toHaveBeenCalledWith(
      expect.objectContaining({ message: expect.stringContaining('it speaks 4, 5') as string }),
    );
  });
});

describe('update', () => {
  test('an amount is taken over by the running widget, without loading anew', () => {
    const { frame, shakeHands } = fakePage();
    const widget = mount('#pay', { ...options, payinAmount: '250' });
    const { src } = frame();
    shakeHands();
    widget.update({ payinAmount: '300', payinCurrency: 'USD' });
    expect(frame().src).toBe(src);
    expect(frame().contentWindow.posted.at(-1)?.message).toMatchObject({
      event: 'open-exchange',
      payload: { payinCurrency: 'USD', payinAmount: '300' },
    });
  });

  test('a theme loads the frame anew, with the newest amount', () => {
    const { frame } = fakePage();
    const widget = mount('#pay', options);
    widget.update({ theme: 'dark', payinAmount: '300' });
    expect(frame().src).toBe('https://pay.example/widget?partner_key=pk_test_shop&theme=dark&payin_amount=300');
    expect(frame().style['colorScheme']).toBe('dark');
  });

  test('no change does nothing', () => {
    const { frame, shakeHands } = fakePage();
    const widget = mount('#pay', { ...options, payinAmount: '250' });
    shakeHands();
    const before = frame().contentWindow.posted.length;
    widget.update({ payinAmount: '250' });
    expect(frame().contentWindow.posted).toHaveLength(before);
  });

  test('the origin cannot change', () => {
    fakePage();
    expect(() => mount('#pay', options).update({ origin: 'https://other.example' })).toThrow('Unmount and mount again');
  });

  test('a wrong value is refused and the right ones stay', () => {
    const { frame } = fakePage();
    const widget = mount('#pay', options);
    expect(() => widget.update({ payinAmount: '-1' })).toThrow('decimal text');
    expect(frame().src).toBe('https://pay.example/widget?partner_key=pk_test_shop');
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
