import { describe, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { preorder } from '../../../tests/fixtures.ts';
import { createExchangeStore } from '../../features/exchange/exchange-store.ts';
import type { AppParts } from '../app-parts.ts';
import { closeWidget } from '../views/use-leave.ts';
import { followUrl } from './follow-url.ts';
import { showRefusedSession } from './show-refused-session.ts';

const isParts = (_parts: unknown): _parts is AppParts => true;

interface Setting {
  rateCookie?: string;
  route?: string;
  step?: string;
  host?: object;
  widgetParams?: object;
  locked?: string[];
  ignored?: string[];
}

/** A page at this URL, with a partner's settings. */
function open(
  query: string,
  { host = {}, widgetParams = {}, locked = [], ignored, rateCookie, route = 'faq', step = 'exchange' }: Setting = {},
) {
  const calls: unknown[] = [];
  const exchange = createExchangeStore(preorder, locked);
  const parts = {
    mode: 'normal',
    exchange,
    account: { store: createStore(() => ({ config: { swConfig: { widgetParams } } })) },
    router: { current: () => ({ name: route }), navigate: (...to: unknown[]) => calls.push(to) },
    stepper: createStore(() => ({ step })),
    flow: { open: (opened: string) => calls.push(opened) },
    runtime: {
      boot: { path: `/widget?${query}`, host: { ...host, locked }, ...(ignored && { ignored }) },
      log: { warn: () => undefined },
      toasts: { show: (toast: unknown) => calls.push(toast) },
      cookies: { read: () => rateCookie },
      texts: { complete: async () => undefined, t: (key: string) => key },
      frame: { isFramed: true, post: (event: string, payload: unknown) => calls.push([event, payload]) },
    },
  };
  if (!isParts(parts)) throw new Error('never');
  followUrl(parts);
  return { calls, exchange, parts };
}

describe('ignored parts of the URL are reported to the page around', () => {
  test('a sentence for each, and no more than a message holds', () => {
    const ignored = Array.from({ length: 40 }, (_none, index) => `The parameter "x${index}" was left out.`);
    expect(open('', { ignored }).calls).toEqual([['options-ignored', { sentences: ignored.slice(0, 32) }]]);
  });
  test('nothing when all is right', () => expect(open('payin_amount=100&utm_source=x').calls).toEqual([]));
});

describe('a coupon of the partner', () => {
  const widgetParams = { coupon: 'WELCOME' };
  test('is filled in, and the client may take another', () => {
    const { exchange } = open('', { widgetParams });
    expect(exchange.getState().preorder.coupon).toBe('WELCOME');
    exchange.getState().setCoupon('OTHER');
    expect(exchange.getState().preorder.coupon).toBe('OTHER');
  });
  test('comes back when it is fixed, however it was removed', () => {
    const { exchange } = open('', { widgetParams, locked: ['coupon'] });
    exchange.getState().setCoupon('');
    expect(exchange.getState().preorder.coupon).toBe('WELCOME');
    exchange.getState().patch({ coupon: 'OTHER' });
    expect(exchange.getState().preorder.coupon).toBe('WELCOME');
  });
});

test.each([
  ['predefinedStep=auth', ['auth']],
  ['orderNiceId=CW1', [['order-status', { orderId: 'CW1' }, {}, { replace: true }]]],
])('2.1-35, A-040 %s opens what it asks for, unless the client was quicker and is at another step', (query, opened) => {
  expect(open(query, { route: 'order-stepper' }).calls).toEqual(opened);
  expect(open(query, { route: 'order-stepper', step: 'address' }).calls).toEqual([]);
});

test('8-19 an unknown first step is said to the client', async () => {
  const { calls } = open('predefinedStep=adress', { route: 'order-stepper' });
  await vi.waitFor(() => expect(calls).toContainEqual({ kind: 'error', text: 'tpl:common:error:step_not_found' }));
});

test('4.13-03 a reset brings back what the page began with: pair, amount, coupon and kind of rate', () => {
  const { exchange } = open('', { widgetParams: { coupon: 'WELCOME' }, rateCookie: '0' });
  const first = exchange.getState().preorder;
  exchange.getState().patch({ payinCurrency: 'EUR', payinGroup: 'balance', payoutCurrency: 'EUR' });
  exchange.getState().type('payin', '50');
  exchange.getState().setCoupon('OTHER');
  exchange.setState(exchange.getInitialState());
  expect(exchange.getState().preorder).toEqual({ ...first, isFloatingRate: false });
});

test('a refused session token is shown to the client and, with its reason, reported to the page around', () => {
  const { calls, parts } = open('', { host: { sessionError: { text: 'Used before.' }, sessionFault: 'used' } });
  showRefusedSession(parts.runtime);
  expect(calls).toEqual([{ kind: 'error', text: 'Used before.' }, ['session-refused', { reason: 'used' }]]);
  const quiet = open('');
  showRefusedSession(quiet.parts.runtime);
  expect(quiet.calls).toEqual([]);
});

test('A-127 the cross leaves a frame to the page around, and closes a window of its own', () => {
  const { calls, parts } = open('');
  let closed = 0;
  const window = { close: () => (closed += 1) };
  closeWidget(parts.runtime.frame, window);
  expect([calls, closed]).toEqual([[['close', {}]], 0]);
  closeWidget({ ...parts.runtime.frame, isFramed: false }, window);
  expect(closed).toBe(1);
});
