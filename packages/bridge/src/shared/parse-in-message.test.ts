import { describe, expect, test } from 'vitest';
import { parseInMessage } from './parse-in-message.ts';

describe('4.13-03 messages into the frame (A-119)', () => {
  test.each([
    ['login', {}],
    ['login', { access: 'a.b.c', refresh: 'd.e.f' }],
    ['register', {}],
    ['logout', {}],
    ['open-deposit', { depositCurrency: 'EUR' }],
    ['open-order-status', { orderId: 'k3v9-22' }],
    ['open-withdrawal', { payinCurrency: 'BTC', payoutCurrency: 'EUR', payinAmount: '0.015' }],
    ['open-exchange', { payinCurrency: 'EUR', payinGroup: 'card', payinAmount: '250.00', isPayoutCalc: false }],
    ['update-options', { lang: 'uk', theme: 'dark', brand: '8a3b22', radius: '6px' }],
    ['reset', {}],
    ['open-verification', { wizard: 'identity', redirect: '/settings' }],
    ['init', { version: 1, session: 'abc' }],
  ])('%s %o is understood', (event, payload) => {
    expect(parseInMessage(event, payload)).toEqual({ event, payload });
  });

  test.each([undefined, null])('a missing payload (%s) is an empty one', (payload) => {
    expect(parseInMessage('logout', payload)).toEqual({ event: 'logout', payload: {} });
  });

  test('fields that are not in the protocol are left behind', () => {
    expect(parseInMessage('open-deposit', { depositCurrency: 'EUR', token: 'x', constructor: 1 })).toEqual({
      event: 'open-deposit',
      payload: { depositCurrency: 'EUR' },
    });
  });
});

describe('4.13-04 unknown and malformed messages are ignored', () => {
  test.each([
    ['open-the-safe', {}],
    ['', {}],
    ['toString', {}],
    ['__proto__', {}],
    ['constructor', {}],
    ['ready', { versions: [1], session: 'abc' }],
    ['logout', 'now'],
    ['logout', []],
    ['login', { access: 7 }],
    ['login', { access: '' }],
    ['login', { access: 'a'.repeat(5000) }],
    ['open-order-status', {}],
    ['open-order-status', { orderId: null }],
    ['open-order-status', { orderId: { toString: 'x' } }],
    ['open-withdrawal', { payinAmount: 250 }],
    ['open-withdrawal', { payinAmount: '1e9' }],
    ['open-withdrawal', { payinAmount: '-1' }],
    ['open-withdrawal', { payinAmount: '２５０' }],
    ['open-withdrawal', { payinAmount: '1,5' }],
    ['update-options', { theme: 7 }],
    ['open-exchange', { isPayoutCalc: 'yes' }],
    ['open-exchange', { payinCurrency: ['EUR'] }],
    ['open-verification', { redirect: 'javascript:alert(1)' }],
    ['open-verification', { redirect: '//evil.example' }],
    ['open-verification', { redirect: '/\\evil.example' }],
    ['init', { version: '1', session: 'abc' }],
    ['init', { version: 1 }],
  ])('%s %o', (event, payload) => {
    expect(parseInMessage(event, payload)).toBeUndefined();
  });
});
