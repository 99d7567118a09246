import type { Order } from '@causeway/contract/shapes/order';
import { describe, expect, test } from 'vitest';
import { paymentView, type PaymentFacts } from './payment-view.ts';

const url = 'https://acquirer.example/pay';
const facts: PaymentFacts = {
  order: {
    status: 'payin_pending',
    paymentStatus: 'created',
    payinGroup: 'card',
    cryptoAddress: '',
    decision: null,
    redirect: '',
    purchaseParamsPayin: { purchaseUrl: url, paymentUrl: '' },
  },
  isFramed: false,
  isFresh: false,
  isOpened: false,
};
const of = (part: Partial<Order>) => ({ order: { ...facts.order, ...part } });
const withPayment = (paymentStatus: string) => of({ paymentStatus });
const decision = {
  kind: 'partial' as const,
  receivedAmount: '100.00',
  payoutAmount: '0.001',
  refundAmount: '100.00',
  decideUntil: 1,
};

describe('A-088 the payment on a provider’s own page', () => {
  test.each([
    ['a fresh order leaves for the payment page', { isFresh: true }, 'redirect'],
    ['a fresh order in a frame asks for a click', { isFresh: true, isFramed: true }, 'open'],
    ['an order opened by its link never leaves by itself', {}, 'open'],
    ['an open payment window is waited for', { isFramed: true, isOpened: true }, 'wait'],
    ['a bank that asks is waited for', withPayment('challenge'), 'wait'],
    ['a declined card can be tried again', withPayment('declined'), 'declined'],
    ['a second try is waited for', { ...withPayment('declined'), isOpened: true }, 'wait'],
    ['an approved payment is being confirmed', withPayment('approved'), 'approved'],
    ['A-044 sofort stays here and goes on in its popup', { ...of({ payinGroup: 'sofort' }), isFresh: true }, 'open'],
    ['a wallet does so too', { ...of({ payinGroup: 'wallet' }), isFresh: true, isOpened: true }, 'wait'],
  ] as const)('%s', (_name, part, state) =>
    expect(paymentView({ ...facts, ...part })).toEqual({ kind: 'page', state, url }),
  );
});

describe('what else an order may show for its payment', () => {
  const saved = { paymentUrl: '/onramp/o/CW7/pay' };
  test.each<[string, Partial<Order>, string | undefined]>([
    ['a paid order shows none', { status: 'processing' }, undefined],
    ['a reader without payment controls sees none', { purchaseParamsPayin: {} }, undefined],
    ['an address to send coins to', { purchaseParamsPayin: {}, cryptoAddress: 'bc1q' }, 'deposit'],
    ['a kept card', { purchaseParamsPayin: saved }, 'card'],
    ['a kept card after a decline', { purchaseParamsPayin: saved, paymentStatus: 'declined' }, 'card'],
    ['a kept card that was charged', { purchaseParamsPayin: saved, paymentStatus: 'approved' }, 'card_wait'],
    ['a card whose bank asks', { purchaseParamsPayin: {}, paymentStatus: 'challenge', redirect: url }, 'challenge'],
    ['an answer that no parser understands', { purchaseParamsPayin: { clientUniqueId: '1' } }, 'broken'],
    ['a question about money that came stands before all', { decision }, undefined],
  ])('%s', (_name, part, kind) => expect(paymentView({ ...facts, ...of(part) })?.kind).toBe(kind));
});
