import { describe, expect, test } from 'vitest';
import { decideCharge, explainDecline, toHolderName } from './charge-rules.ts';

const now = new Date('2026-11-21T12:00:00Z');
const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
const typed = { cardId: 'a', isListed: false };
const listed = { cardId: 'a', isListed: true };
const done = { cardId: 'a', status: 'done', doneAt: before(1000) } as const;

describe('what a call to charge a card means', () => {
  test.each([
    ['new', 'the first try', undefined, typed],
    ['new', 'another card', { ...done, cardId: 'b' }, typed],
    [
      'new',
      'another card while the result of the last is not known',
      { cardId: 'b', status: 'intended', doneAt: null },
      typed,
    ],
    ['repeat', 'the same card while its result is not known', { cardId: 'a', status: 'intended', doneAt: null }, typed],
    [
      'repeat',
      'the same saved card while its result is not known',
      { cardId: 'a', status: 'intended', doneAt: null },
      listed,
    ],
    ['answered', 'a double click', done, typed],
    ['answered', 'a token that was charged long ago', { ...done, doneAt: before(3_600_000) }, typed],
    ['answered', 'a double click on a saved card', done, listed],
    ['new', 'a saved card once more, later', { ...done, doneAt: before(10_000) }, listed],
    ['new', 'a card that the acquirer did not charge', { ...done, status: 'refused' }, typed],
  ] as const)('%s: %s', (decision, _name, last, card) => {
    expect(decideCharge(last, card, now)).toBe(decision);
  });
});

test.each([
  ['declined', 'PAYMENT_DECLINED'],
  ['insufficient_funds', 'PAYMENT_DECLINED'],
  ['authentication_failed', 'PAYMENT_DECLINED'],
  ['something_new', 'PAYMENT_DECLINED'],
  ['expired_card', 'CARD_INVALID'],
  ['restricted_card', 'CARD_RESTRICTED'],
])('a decline for %s is answered as %s', (declineReason, code) => {
  expect(explainDecline({ declineReason }, 'token')).toMatchObject({ code, field: 'token' });
});

test.each([
  ['  Sam  Sandbox ', 'SAM SANDBOX'],
  ['Łukasz Żółć', 'ŁUKASZ ŻÓŁĆ'],
  ['   ', ''],
  [undefined, ''],
])('5-14 the holder %j is sent as %j', (typedName, sent) => {
  expect(toHolderName(typedName)).toBe(sent);
});
