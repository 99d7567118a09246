import { describe, expect, test } from 'vitest';
import { parseOutMessage } from './parse-out-message.ts';

const order = { orderStatus: 'processing', orderId: 'k3v9', partnerOrderId: null, stepName: 'status' };

describe('4.13-01 messages out of the frame (A-119)', () => {
  test.each([
    ['change-lang', { lang: 'uk' }],
    ['change-order', order],
    ['update-step', { orderStatus: null, orderId: null, partnerOrderId: null, stepName: 'exchange' }],
    ['redirect', { url: 'https://shop.example/thanks?order=1' }],
    ['change-height', { height: 650.5 }],
    ['capabilities', { storage: true, camera: false, payment: true, popups: true }],
    ['ready', { versions: [1, 2], session: 'abc' }],
    ['close', {}],
    ['session-refused', { reason: 'unknown' }],
    ['session-refused', { reason: 'partner' }],
    ['session-refused', { reason: 'a newer reason' }],
    ['options-ignored', { sentences: ['The parameter "theme" was left out.'] }],
  ])('%s %o is understood', (event, payload) => {
    expect(parseOutMessage(event, payload)).toEqual({ event, payload });
  });

  test.each([
    ['change-lang', { lang: 5 }],
    ['change-lang', {}],
    ['change-order', { ...order, orderId: undefined }],
    ['change-order', { ...order, orderStatus: 3 }],
    ['redirect', { url: 'javascript:alert(1)' }],
    ['redirect', { url: ' javascript:alert(1)' }],
    ['redirect', { url: 'data:text/html,x' }],
    ['redirect', { url: '/relative' }],
    ['redirect', { url: 'https:\\\\shop.example' }],
    ['change-height', { height: '650' }],
    ['change-height', { height: 0 }],
    ['change-height', { height: -1 }],
    ['change-height', { height: Number.NaN }],
    ['change-height', { height: Number.POSITIVE_INFINITY }],
    ['change-height', { height: 1_000_000 }],
    ['ready', { versions: '1', session: 'abc' }],
    ['ready', { versions: [1.5], session: 'abc' }],
    ['capabilities', { storage: 'yes', camera: false, payment: true, popups: true }],
    ['capabilities', {}],
    ['session-refused', {}],
    ['session-refused', { reason: '' }],
    ['options-ignored', { sentences: 'theme' }],
    ['options-ignored', { sentences: ['x'.repeat(513)] }],
    ['options-ignored', { sentences: Array.from({ length: 33 }, () => 'x') }],
    ['login', { access: 'a' }],
    ['hasOwnProperty', {}],
  ])('%s %o is ignored', (event, payload) => {
    expect(parseOutMessage(event, payload)).toBeUndefined();
  });
});
