import { describe, expect, test } from 'vitest';
import { anOrder } from '../../../../tests/an-order.ts';
import { orderDetails } from './order-details.ts';

const keys = (part: Parameters<typeof anOrder>[0]) => orderDetails(anOrder(part)).map(({ key }) => key);

describe('3-30 to 3-34 what there is to know of an order', () => {
  test('only what is there shows', () => expect(keys({})).toEqual(['number']));
  test.each([
    ['3-30', { cryptoAddress: 'bc1q' }, 'pay_address'],
    ['3-30', { dstAddress: 'bc1q' }, 'to'],
    ['3-30', { dstTag: '7' }, 'tag'],
    ['3-30', { memoId: '7' }, 'memo'],
    ['3-30', { memoValue: 'hello', memoType: 'text' }, 'memo'],
    ['3-30', { payoutCardType: 'visa' }, 'payout_card'],
    ['3-31', { txid: 'ab' }, 'transaction'],
    ['3-31', { cardType: 'visa', cardLast4: '3220' }, 'card'],
    ['3-31', { localBankName: 'Bank' }, 'bank'],
    ['3-31', { epPaymentMethod: 'easy' }, 'method'],
    ['3-31', { refundMethod: 'bank' }, 'refund'],
    ['3-33', { description: 'A gift' }, 'description'],
    ['3-33', { coupon: 'WELCOME' }, 'coupon'],
    ['3-34', { recurringId: '1' }, 'recurring'],
    ['3-34', { token: 'tok' }, 'token'],
    ['3-34', { phone: '+34' }, 'phone'],
    ['3-34', { email: 'elin@example.com' }, 'email'],
    ['3-34', { bankCode: '1007' }, 'bank_code'],
    ['3-34', { iban: 'DE89' }, 'iban'],
  ] as const)('%s %o', (_id, part, key) => expect(keys(part)).toEqual(expect.arrayContaining([key])));
  test('a card is masked, a memo has its type', () => {
    const rows = orderDetails(anOrder({ cardType: 'visa', cardLast4: '3220', memoType: 'text', memoValue: 'hello' }));
    expect(rows.map(({ value }) => value)).toEqual(expect.arrayContaining(['Visa ···· 3220', 'text: hello']));
  });
});
