import { describe, expect, test } from 'vitest';
import { paymentView, type PaymentFacts } from './payment-view.ts';

const facts: PaymentFacts = {
  order: {
    status: 'payin_pending',
    paymentStatus: 'created',
    purchaseParamsPayin: { purchaseUrl: 'https://acquirer.example/pay', paymentUrl: '' },
  },
  isFramed: false,
  isFresh: false,
  isOpened: false,
};
const withPayment = (paymentStatus: string) => ({ order: { ...facts.order, paymentStatus } });

describe('the card payment of an order', () => {
  test.each([
    ['a fresh order leaves for the payment page', { isFresh: true }, 'redirect'],
    ['a fresh order in a frame asks for a click', { isFresh: true, isFramed: true }, 'open'],
    ['an order opened by its link never leaves by itself', {}, 'open'],
    ['an open payment window is waited for', { isFramed: true, isOpened: true }, 'wait'],
    ['a bank that asks is waited for', withPayment('challenge'), 'wait'],
    ['a declined card can be tried again', withPayment('declined'), 'declined'],
    ['a second try is waited for', { ...withPayment('declined'), isOpened: true }, 'wait'],
    ['an approved payment is being confirmed', withPayment('approved'), 'approved'],
    ['a paid order shows no payment', { order: { ...facts.order, status: 'processing' } }, undefined],
    ['a reader without the payment page sees none', { order: { ...facts.order, purchaseParamsPayin: {} } }, undefined],
  ] as const)('%s', (_name, part, view) => expect(paymentView({ ...facts, ...part })).toBe(view));
});
