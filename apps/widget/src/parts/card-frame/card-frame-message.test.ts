import { expect, test } from 'vitest';
import { readCardFrameMessage } from './card-frame-message.ts';

const source = 'card-fields';

test.each([
  [
    { source, type: 'ready', height: 220 },
    { type: 'ready', height: 220 },
  ],
  [
    { source, type: 'ready' },
    { type: 'ready', height: 0 },
  ],
  [
    { source, type: 'height', height: 264 },
    { type: 'height', height: 264 },
  ],
  [
    { source, type: 'change', is_complete: true, brand: 'visa' },
    { type: 'change', isComplete: true },
  ],
  [
    { source, type: 'token', token: 'tok_1', brand: 'visa', last4: '4242', exp_month: 4, exp_year: 2029 },
    { type: 'token', card: { token: 'tok_1', brand: 'visa', last4: '4242', expMonth: 4, expYear: 2029 } },
  ],
  [
    { source, type: 'token', token: 'tok_1' },
    { type: 'token', card: { token: 'tok_1', brand: '', last4: '', expMonth: 0, expYear: 0 } },
  ],
  [
    { source, type: 'error', code: 'card_invalid', field: 'number', message: '<b>' },
    { type: 'error', code: 'card_invalid' },
  ],
  [{ source, type: 'challenge_done', status: 'approved' }, { type: 'challenge_done' }],
])('%o is understood', (data, message) => expect(readCardFrameMessage(data)).toEqual(message));

test.each([
  ['nothing', undefined],
  ['a text', 'token'],
  ['another sender', { source: 'somebody', type: 'token', token: 'tok_1' }],
  ['a token that is none', { source, type: 'token', token: '' }],
  ['a token of another type', { source, type: 'token', token: 7 }],
  ['a height beyond all cards', { source, type: 'height', height: 90_000 }],
  ['an unknown event', { source, type: 'redirect', url: 'https://evil.example' }],
])('%s is not', (_name, data) => expect(readCardFrameMessage(data)).toBeUndefined());
