import type { OrderStatus } from '@causeway/domain/orders/order-status';
import { describe, expect, test } from 'vitest';
import { shorten } from '../../../lib/format/shorten.ts';
import { type LabelFacts, orderLabel } from '../../../parts/order/order-label.ts';
import { statusTone } from '../../../parts/order/status-tone.ts';
import { type TimelineFacts, timeline } from './timeline.ts';

const facts: LabelFacts = {
  status: 'processing',
  merchantOrderStatus: '',
  refundMethod: '',
  payinConfirmations: null,
  declineReasonType: '',
  payinGroup: 'card',
  payoutGroup: 'bitcoin',
  isPartnerRole: 0,
  isPayinCrypto: false,
};

describe('4.10 order status presentation', () => {
  test.each([
    ['its status', {}, 'status_processing'],
    ['6-06 action needed, for a partner', { status: 'card_pending', isPartnerRole: 1 }, 'pending'],
    ['action needed, for the client', { status: 'card_pending' }, 'status_card_pending'],
    ['processing to the balance', { payinGroup: 'referral', payoutGroup: 'balance' }, 'referral_pending'],
    ['its status while an ordinary order goes to the balance', { payoutGroup: 'balance' }, 'status_processing'],
    ['its status when it was refunded elsewhere', { status: 'refunded', refundMethod: 'card' }, 'status_refunded'],
    ['declined', { status: 'error', declineReasonType: 'bank' }, 'declined'],
    ['declined only when red', { declineReasonType: 'bank' }, 'status_processing'],
    [
      '4.10-08 crypto pending',
      { status: 'payin_pending', isPayinCrypto: true, payinConfirmations: 0 },
      'crypto_pending',
    ],
    ['4.10-08 not without confirmations', { status: 'payin_pending', isPayinCrypto: true }, 'status_payin_pending'],
    ['refunded to the balance', { status: 'refunded', refundMethod: 'balance' }, 'refunded_to_balance'],
    [
      'refunded to the balance, before declined',
      { status: 'refunded', refundMethod: 'balance', declineReasonType: 'x' },
      'refunded_to_balance',
    ],
    [
      'a merchant’s status, before all',
      { status: 'refunded', refundMethod: 'balance', merchantOrderStatus: 'shipped' },
      'merchant_shipped',
    ],
  ] as const)('4.10-09 the label is %s', (_name, part, label) => {
    expect(orderLabel({ ...facts, ...part })).toBe(label);
  });

  // Each rank with the one below it both true, as far as one order can be both.
  test.each([
    [
      'a shop’s word before a refund',
      { merchantOrderStatus: 'paid', status: 'refunded', refundMethod: 'balance' },
      'merchant_paid',
    ],
    [
      'a shop’s word before coins',
      { merchantOrderStatus: 'paid', status: 'pending', isPayinCrypto: true, payinConfirmations: 0 },
      'merchant_paid',
    ],
    [
      'a shop’s word before a decline',
      { merchantOrderStatus: 'paid', status: 'error', declineReasonType: 'bank' },
      'merchant_paid',
    ],
    [
      'a shop’s word before a referral',
      { merchantOrderStatus: 'paid', payinGroup: 'referral', payoutGroup: 'balance' },
      'merchant_paid',
    ],
    [
      'a shop’s word before a partner’s pending',
      { merchantOrderStatus: 'paid', status: 'card_pending', isPartnerRole: 1 },
      'merchant_paid',
    ],
    [
      'a refund to the balance before a decline',
      { status: 'refunded', refundMethod: 'balance', declineReasonType: 'bank' },
      'refunded_to_balance',
    ],
    [
      'a refund to the balance whatever the coins',
      { status: 'refunded', refundMethod: 'balance', isPayinCrypto: true, payinConfirmations: 3 },
      'refunded_to_balance',
    ],
    [
      'coins whatever the decline reason',
      { status: 'payin_pending', isPayinCrypto: true, payinConfirmations: 0, declineReasonType: 'bank' },
      'crypto_pending',
    ],
    [
      'coins before a partner’s pending',
      { status: 'pending', isPayinCrypto: true, payinConfirmations: 0, isPartnerRole: 1 },
      'crypto_pending',
    ],
    [
      'a decline whatever the groups',
      { status: 'error', declineReasonType: 'bank', payinGroup: 'referral', payoutGroup: 'balance' },
      'declined',
    ],
    [
      'a referral before its status, for a partner too',
      { payinGroup: 'referral', payoutGroup: 'balance', isPartnerRole: 1 },
      'referral_pending',
    ],
  ] as const)('4.10-09 pairwise: %s', (_name, part, label) => {
    expect(orderLabel({ ...facts, ...part })).toBe(label);
  });

  test.each([
    ['error', 'failed'],
    ['expired', 'failed'],
    ['finished', 'done'],
    ['processing', 'waiting'],
    ['card_pending', 'act'],
  ] as const)('4.10-01 to 4.10-06 %s looks %s', (status, tone) =>
    expect(statusTone({ status, isPartnerRole: 0 })).toBe(tone),
  );
  test('4.10-07 a partner sees no call to act', () =>
    expect(statusTone({ status: 'card_pending', isPartnerRole: 1 })).toBe('waiting'));
});

const order = (status: OrderStatus, ...seen: OrderStatus[]): TimelineFacts => ({
  status,
  createdAt: 100,
  txid: '',
  isPartnerRole: 0,
  isClientRole: 1,
  decision: null,
  history: [...seen, status].map((name, index) => ({ status: name, reason: '', at: 101 + index })),
});
const decision = {
  kind: 'late' as const,
  receivedAmount: '250.00',
  payoutAmount: '0.004',
  refundAmount: '250.00',
  decideUntil: 1,
};
const states = (facts: TimelineFacts) => timeline(facts).map((row) => `${row.key} ${row.state}`);

describe('the timeline of an order', () => {
  test.each([
    [
      'waiting for the payment',
      order('payin_pending'),
      ['placed done', 'paid now', 'exchanged todo', 'sent todo', 'done todo'],
    ],
    [
      'paid',
      order('processing', 'payin_pending'),
      ['placed done', 'paid done', 'exchanged done', 'sent now', 'done todo'],
    ],
    [
      'finished',
      order('finished', 'payin_pending', 'processing'),
      ['placed done', 'paid done', 'exchanged done', 'sent done', 'done done'],
    ],
    [
      'finished, and its payment taken back and won since',
      {
        ...order('finished', 'payin_pending', 'processing'),
        history: [
          ...order('finished', 'payin_pending', 'processing').history,
          { status: 'finished' as const, reason: 'payment_charged_back', at: 200 },
          { status: 'finished' as const, reason: 'payment_regained', at: 300 },
        ],
      },
      ['placed done', 'paid done', 'exchanged done', 'sent done', 'done done', 'event done', 'event done'],
    ],
    [
      'stopped by a payment that was taken back, and won since',
      {
        ...order('error', 'payin_pending', 'processing'),
        history: [
          { status: 'processing' as const, reason: 'payment_received', at: 102 },
          { status: 'error' as const, reason: 'payment_charged_back', at: 200 },
          { status: 'error' as const, reason: 'payment_regained', at: 300 },
        ],
      },
      ['placed done', 'paid done', 'event done', 'ended fail', 'event done'],
    ],
    ['canceled before the payment', order('canceled', 'payin_pending'), ['placed done', 'ended fail']],
    ['refunded after it', order('refunded', 'payin_pending', 'processing'), ['placed done', 'paid done', 'ended fail']],
    [
      'asking before the payment',
      order('card_pending'),
      ['placed done', 'action act', 'paid todo', 'exchanged todo', 'sent todo', 'done todo'],
    ],
    [
      'waiting for a decision over a part',
      { ...order('payin_pending'), decision: { ...decision, kind: 'partial' as const } },
      ['placed done', 'action act', 'paid todo', 'exchanged todo', 'sent todo', 'done todo'],
    ],
    [
      'waiting for a decision over late money, which is all there',
      { ...order('pending', 'payin_pending'), decision },
      ['placed done', 'action act', 'exchanged todo', 'sent todo', 'done todo'],
    ],
    [
      'waiting for the decision of somebody else',
      { ...order('pending', 'payin_pending'), decision, isClientRole: 0 as const },
      ['placed done', 'paid now', 'exchanged todo', 'sent todo', 'done todo'],
    ],
    [
      'with news on the way',
      {
        ...order('processing', 'payin_pending'),
        history: [
          { status: 'payin_pending' as const, reason: '', at: 101 },
          { status: 'payin_pending' as const, reason: 'payment_partial', at: 102 },
          { status: 'processing' as const, reason: 'payment_received', at: 103 },
          { status: 'processing' as const, reason: 'payout_returned', at: 104 },
        ],
      },
      ['placed done', 'event done', 'paid done', 'exchanged done', 'event done', 'sent now', 'done todo'],
    ],
    [
      'asked to go on, and done in the same second',
      {
        ...order('processing', 'payin_pending'),
        history: [
          { status: 'payin_pending' as const, reason: '', at: 101 },
          { status: 'processing' as const, reason: 'payment_accepted', at: 103 },
          { status: 'processing' as const, reason: 'payout_returned', at: 103 },
        ],
      },
      ['placed done', 'event done', 'paid done', 'exchanged done', 'event done', 'sent now', 'done todo'],
    ],
    [
      'asking after it',
      order('card_pending', 'processing'),
      ['placed done', 'paid done', 'action act', 'exchanged todo', 'sent todo', 'done todo'],
    ],
  ])('%s', (_name, facts, rows) => expect(states(facts)).toEqual(rows));
  test('moments come from the history', () => {
    expect(timeline(order('processing', 'payin_pending')).map((row) => row.at)).toEqual([
      100,
      102,
      102,
      undefined,
      undefined,
    ]);
  });
});

test('5-49 a long transaction id is cut to 15 characters', () => {
  const id = 'a'.repeat(32) + 'b'.repeat(32);
  expect(shorten(id)).toHaveLength(15);
  expect(shorten('short')).toBe('short');
});
