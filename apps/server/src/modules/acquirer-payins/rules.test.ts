import { describe, expect, test } from 'vitest';
import type { AcquirerPayment } from '../../providers/acquirer/port.ts';
import { type KnownPayment, decideCardPayment, isOpenPayment } from './rules.ts';

const known: KnownPayment = {
  niceId: 'CW0000000000000000',
  orderStatus: 'payin_pending',
  acquirerPaymentId: 'pay_1',
  amount: 25_000n,
  currency: 'EUR',
  status: 'created',
  isCredited: false,
  isRefundWanted: false,
  refundedByUs: 0n,
  refundedByUsDone: 0n,
  refundedOutside: 0n,
};
const outside: AcquirerPayment = {
  id: 'pay_1',
  reference: known.niceId,
  amount: '250.00',
  currency: 'EUR',
  status: 'approved',
  pageUrl: 'http://localhost/pay',
  challengeUrl: '',
  sessionToken: '',
  clientUniqueId: '',
  keptCard: undefined,
  approvedAt: undefined,
  refundedAmount: '0.00',
  cardBrand: 'visa',
  cardLast4: '4242',
  declineReason: '',
};
const credited = { isCredited: true, orderStatus: 'processing', status: 'approved' } as const;
const refunding = { isRefundWanted: true, orderStatus: 'expired', status: 'approved' } as const;

describe('what the acquirer says of a card payment', () => {
  test.each([
    ['approved while the order waits pays it', {}, {}, 'credit'],
    ['approved after a decline pays it', { status: 'declined' }, {}, 'credit'],
    ['approved before we knew its id pays it', { acquirerPaymentId: null, status: 'intended' }, {}, 'credit'],
    ['approved again is old news', credited, {}, 'nothing'],
    ['approved once the order is finished is old news', { ...credited, orderStatus: 'finished' }, {}, 'nothing'],
    ['approved for an expired order is given back', { orderStatus: 'expired', status: 'expired' }, {}, 'give_back'],
    ['approved for a canceled order is given back', { orderStatus: 'canceled', status: 'canceled' }, {}, 'give_back'],
    ['approved while its refund is under way is old news', refunding, {}, 'nothing'],
    ['declined is stored, the payer may try again', {}, { status: 'declined' }, 'store'],
    ['a challenge is stored', {}, { status: 'challenge' }, 'store'],
    ['a late "declined" never undoes a credit', credited, { status: 'declined' }, 'nothing'],
    ['a late "created" never undoes a credit', credited, { status: 'created' }, 'nothing'],
    ['still open after the order was canceled is stopped', { orderStatus: 'canceled' }, { status: 'created' }, 'stop'],
    [
      'a stale "created" of a canceled payment is old news',
      { orderStatus: 'canceled', status: 'canceled' },
      { status: 'created' },
      'nothing',
    ],
    ['expired ends a waiting order', {}, { status: 'expired' }, 'end'],
    ['canceled on its page ends a waiting order', {}, { status: 'canceled' }, 'end'],
    ['expired after the order ended is stored', { orderStatus: 'canceled' }, { status: 'expired' }, 'store'],
    ['a late "expired" never undoes a credit', credited, { status: 'expired' }, 'nothing'],
    ['a chargeback of a paid order takes money back', credited, { status: 'charged_back' }, 'taken_back'],
    [
      'a chargeback is booked once',
      { ...credited, status: 'charged_back', refundedOutside: 25_000n },
      { status: 'charged_back' },
      'nothing',
    ],
    [
      'one that is stored and not booked takes money back',
      { ...credited, status: 'charged_back' },
      { status: 'charged_back' },
      'taken_back',
    ],
    ['and came and went where nothing was credited', { status: 'refunded' }, { status: 'refunded' }, 'came_and_went'],
    ['a refund made elsewhere takes money back', credited, { status: 'refunded' }, 'taken_back'],
    ['the refund that we asked for is left to its job', refunding, { status: 'refunded' }, 'nothing'],
    ['a chargeback during our refund takes money back', refunding, { status: 'charged_back' }, 'taken_back'],
    ['a part that was given back takes it back', credited, { refundedAmount: '100.00' }, 'taken_back'],
    ['a part is booked once', { ...credited, refundedOutside: 10_000n }, { refundedAmount: '100.00' }, 'nothing'],
    [
      'a part that we gave back is ours',
      { ...credited, refundedByUs: 10_000n },
      { refundedAmount: '100.00' },
      'nothing',
    ],
    ['a part of money that goes back anyway is left to its job', refunding, { refundedAmount: '100.00' }, 'nothing'],
    ['approved with all of it refunded came and went', {}, { refundedAmount: '250.00' }, 'came_and_went'],
    [
      'and once it is booked so it is old news',
      { status: 'approved', orderStatus: 'refunded', refundedOutside: 25_000n },
      { refundedAmount: '250.00' },
      'nothing',
    ],
    [
      'and one that is charged back by then is not booked twice',
      { status: 'approved', orderStatus: 'refunded', refundedOutside: 25_000n },
      { status: 'charged_back' },
      'store',
    ],
    ['paid and charged back before we looked came and went', {}, { status: 'charged_back' }, 'came_and_went'],
  ] as const)('%s', (_name, ours, theirs, kind) => {
    expect(decideCardPayment({ ...known, ...ours }, { ...outside, ...theirs }).kind).toBe(kind);
  });

  test.each([
    ['a part', {}, { refundedAmount: '100.00' }, 10_000n],
    ['a further part', { refundedOutside: 4_000n }, { refundedAmount: '100.00' }, 6_000n],
    ['beside a part of ours', { refundedByUs: 4_000n }, { refundedAmount: '100.00' }, 6_000n],
    ['the whole', {}, { status: 'refunded', refundedAmount: '250.00' }, 25_000n],
    ['a chargeback after a part', { refundedOutside: 10_000n }, { status: 'charged_back' }, 15_000n],
    ['more than was paid', {}, { refundedAmount: '900.00' }, 25_000n],
    ['an amount that is none', {}, { refundedAmount: 'x', status: 'refunded' }, 25_000n],
  ] as const)('takes back what was not booked before: %s', (_name, ours, theirs, reversed) => {
    const decision = decideCardPayment({ ...known, ...credited, ...ours }, { ...outside, ...theirs });
    expect(decision).toEqual({ kind: 'taken_back', reversed });
  });

  const lost = { status: 'charged_back', refundedOutside: 25_000n } as const;
  test.each([
    ['all of it', lost, {}, 25_000n],
    ['all of it, of an order that had ended before it was credited', { ...lost, isCredited: false }, {}, 25_000n],
    ['a part of it', lost, { refundedAmount: '100.00' }, 15_000n],
    ['a refund that was undone', { status: 'approved', refundedOutside: 10_000n }, { refundedAmount: '40.00' }, 6_000n],
    ['beside a refund of ours', { ...lost, refundedByUsDone: 5_000n }, { refundedAmount: '50.00' }, 25_000n],
  ] as const)('a dispute that was won gives back what was booked as lost: %s', (_name, ours, theirs, won) => {
    const decision = decideCardPayment({ ...known, ...credited, ...ours }, { ...outside, ...theirs });
    expect(decision).toEqual({ kind: 'won', won });
  });

  test.each([
    ['a refund of ours that has not gone yet', { refundedByUs: 20_000n, refundedOutside: 5_000n }, '50.00'],
    ['an amount that is none', { refundedOutside: 5_000n }, 'x'],
  ] as const)('and nothing is won by %s', (_name, ours, refundedAmount) => {
    expect(decideCardPayment({ ...known, ...credited, ...ours }, { ...outside, refundedAmount }).kind).toBe('nothing');
  });

  test.each([
    ['reference', { reference: 'CW1111111111111111' }],
    ['amount', { amount: '2.50' }],
    ['amount', { amount: '250.01' }],
    ['amount', { amount: '250.000' }],
    ['amount', { amount: '2.5e2' }],
    ['currency', { currency: 'USD' }],
    ['id', { id: 'pay_2' }],
  ] as const)('a wrong %s is a mismatch and credits nothing: %j', (what, theirs) => {
    expect(decideCardPayment(known, { ...outside, ...theirs })).toEqual({ kind: 'mismatch', what });
  });

  test('250 and 250.00 are one amount', () => {
    expect(decideCardPayment(known, { ...outside, amount: '250' }).kind).toBe('credit');
  });
});

test.each([
  ['intended', true],
  ['created', true],
  ['challenge', true],
  ['declined', true],
  ['approved', false],
  ['expired', false],
  ['canceled', false],
  ['refunded', false],
  ['charged_back', false],
] as const)('a payment that is %s can be paid: %s', (status, isOpen) => {
  expect(isOpenPayment(status)).toBe(isOpen);
});
