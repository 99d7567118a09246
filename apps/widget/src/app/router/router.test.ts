import { describe, expect, test, vi } from 'vitest';
import type { GuardFacts } from '../guards/decide.ts';
import { joinLanguage, splitLanguage } from './language-path.ts';
import { createRouter } from './router.ts';
import { makeTarget, readTarget } from './target.ts';

function setUp(href: string, part: Partial<GuardFacts> = {}, language = 'en', served = splitLanguage(href).href) {
  const stack = [href];
  let pop = () => {};
  const tops: number[] = [];
  const waiting: (() => void)[] = [];
  let spoken = language;
  let top = 0;
  const warn = vi.fn();
  const facts: GuardFacts = {
    isAuthorized: false,
    isMerchant: false,
    isAgreementRequired: false,
    mode: 'normal',
    host: { isRoutingOff: false },
    isFlagOn: () => true,
    isMet: () => true,
    ...part,
  };
  const router = createRouter({
    history: {
      href: () => stack.at(-1) ?? '',
      push: (next) => void stack.push(next),
      replace: (next) => void (stack[stack.length - 1] = next),
      onPop: (listener) => (pop = listener),
      scrollTop: () => top,
      scrollTo: (next) => tops.push(next),
    },
    served,
    language: () => spoken,
    facts: () => facts,
    warn,
    timers: { now: () => 0, after: (_ms, act) => (waiting.push(act), () => undefined) },
  });
  const back = () => {
    stack.pop();
    pop();
  };
  const scroll = (to: number) => (top = to);
  const speak = (code: string) => (spoken = code);
  return { router, stack, back, warn, tops, waiting, scroll, speak, facts };
}

describe('2.1 the route table', () => {
  test.each([
    ['/', 'order-stepper', {}],
    ['/widget?partnerKey=pk_x', 'order-stepper', {}],
    ['/buysell?payin_amount=1', 'order-stepper', {}],
    ['/order-status/CW1/', 'order-status', { orderId: 'CW1' }],
    ['/login?step=register', 'auth', {}],
    ['/verification/bank-statement', 'verification-bank-statement', {}],
    ['/about-causeway', 'about', { brand: 'causeway' }],
    ['/no-such-page', 'order-stepper', {}],
  ] as const)('%s is %s', (href, name, params) => {
    expect(readTarget(href)).toMatchObject({ name, params });
  });
  test('2.1-22, A-045 the page about a brand has its name in the path', () => {
    expect(makeTarget('about', { brand: 'fenwick-pay' }).href).toBe('/about-fenwick-pay');
    expect(readTarget('/about-fenwick-pay')).toMatchObject({ name: 'about', params: { brand: 'fenwick-pay' } });
    expect(readTarget('/about').name).toBe('order-stepper');
  });
  test('2.1-27 an unknown path becomes the start page', () => expect(readTarget('/nowhere?x=1').href).toBe('/'));
  test('2.1-30 a route is written with its params and query', () => {
    expect(makeTarget('order-status', { orderId: 'A B' }, { x: '1' }).href).toBe('/order-status/A%20B?x=1');
  });
});

test('a way back before the first drawing is followed after it', () => {
  const { router, stack } = setUp('/?payin_amount=90', {}, 'en', '/login?redirect=%2F');
  expect(router.current().name).toBe('auth');
  router.start();
  expect(router.current()).toMatchObject({ name: 'order-stepper', href: '/?payin_amount=90' });
  expect(stack).toEqual(['/?payin_amount=90']);
});

describe('the language segment', () => {
  test.each([
    ['/es/faq?x=1', 'es', '/faq?x=1'],
    ['/zh-tw', 'zh-tw', '/'],
    ['/en/faq', undefined, '/en/faq'],
    ['/faq', undefined, '/faq'],
    ['/xx/faq', undefined, '/xx/faq'],
  ])('1-41 %s', (href, language, rest) => expect(splitLanguage(href)).toEqual({ language, href: rest }));
  test('1-43 a path in another language', () => {
    expect(joinLanguage('de', '/faq')).toBe('/de/faq');
    expect(joinLanguage('en', '/faq')).toBe('/faq');
    expect(joinLanguage('es', '/?x=1')).toBe('/es?x=1');
  });
});

describe('2.2 navigation', () => {
  test('2.2-06, 8-28 a blocked move leaves the address alone and warns once', () => {
    const { router, stack, warn } = setUp('/', { isMet: (name) => name !== 'faq' });
    router.navigate('faq');
    expect(stack).toEqual(['/']);
    expect(router.current().name).toBe('order-stepper');
    expect(warn).toHaveBeenCalledTimes(1);
  });
  test('1-44, A-057 the page around changes the language: the entry is rewritten, the page and its query stay', () => {
    const { router, stack, speak } = setUp('/');
    router.navigate('faq', {}, { q: 'fees' });
    const heard = vi.fn();
    router.subscribe(heard);
    const before = router.current();
    speak('es');
    router.rewriteLanguage();
    expect(stack).toEqual(['/', '/es/faq?q=fees']);
    expect(router.current()).toBe(before);
    expect(heard).not.toHaveBeenCalled();
  });
  test('2.2-06 a blocked back button is undone', () => {
    const { router, stack, back, facts } = setUp('/faq');
    router.start();
    router.navigate('language');
    facts.isMet = (name) => name !== 'faq';
    back();
    expect(router.current().name).toBe('language');
    expect(stack.at(-1)).toBe('/language');
  });
  test('2.2-06 who goes back before the page is drawn gets there once it is, and through the guards', () => {
    const { router, stack, back } = setUp('/settings');
    stack.push('/faq');
    back();
    expect(router.current().name).toBe('settings');
    stack.push('/language');
    router.start();
    expect(router.current().name).toBe('language');
    const guarded = setUp('/faq');
    guarded.stack.push('/settings');
    guarded.router.start();
    expect(guarded.stack.at(-1)).toBe('/login?redirect=%2Fsettings');
    expect(guarded.router.current().name).toBe('auth');
  });
  test('2.2-09 a protected path ends at the login with its return path, in its language', () => {
    const { router, stack } = setUp('/es/settings/2fa?x=1', {}, 'es');
    router.check();
    expect(stack).toEqual(['/es/login?redirect=%2Fsettings%2F2fa%3Fx%3D1']);
  });
  test('2.1-07 a redirect of the application is followed, another one is dropped and logged', () => {
    const { router, warn } = setUp('/login');
    expect(router.follow('https://evil.example')).toBe(false);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(router.follow('/order-status/CW1')).toBe(true);
    expect(router.current().params).toEqual({ orderId: 'CW1' });
  });
  test('A-052 of a log-in page that a client opens first, a redirect out of the application is dropped and logged', () => {
    const { router, warn, stack } = setUp('/login?redirect=%2F%2Fevil', { isAuthorized: true });
    router.check();
    expect(stack).toEqual(['/']);
    expect(warn).toHaveBeenCalledWith('Redirect to //evil is not followed');
    const ours = setUp('/login?redirect=%2Ffaq', { isAuthorized: true });
    ours.router.check();
    expect(ours.stack).toEqual(['/faq']);
    expect(ours.warn).not.toHaveBeenCalled();
  });
  test('2.1-07, A-054 a redirect to a route that is closed to this client is reported as not followed', () => {
    const facts = { isAuthorized: true, isMet: (name: string) => name !== 'partner-transactions' };
    const { router, stack } = setUp('/verification/email', facts);
    expect(router.follow('/partner-transactions')).toBe(false);
    expect(router.follow('/verification/email')).toBe(true);
    expect(stack).toEqual(['/verification/email']);
  });
  test('2.2-12 a route comes back where it was left, a new one starts at its top', () => {
    const { router, scroll, tops, waiting, back } = setUp('/');
    router.start();
    scroll(300);
    router.navigate('language');
    expect(tops).toEqual([0]);
    scroll(0);
    back();
    waiting.at(-1)?.();
    expect(tops).toEqual([0, 0, 300]);
  });
  test('2.2-13 the route that is open goes to its top and stays there, whatever its query', () => {
    const { router, scroll, tops, waiting, stack } = setUp('/language');
    router.navigate('faq');
    scroll(300);
    router.navigate('faq');
    router.navigate('faq', {}, { q: 'fees' });
    expect(tops).toEqual([0, 0, 0]);
    expect(waiting).toHaveLength(0);
    expect(stack).toEqual(['/language', '/faq', '/faq?q=fees']);
  });
});
