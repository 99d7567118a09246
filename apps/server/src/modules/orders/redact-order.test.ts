import { hiddenOrder } from '@causeway/contract/shapes/hidden-order';
import { order as orderShape, type Order } from '@causeway/contract/shapes/order';
import { describe, expect, test } from 'vitest';
import { redactOrder } from './read-order.ts';

/** Every text of it is marked with its field. */
const secret = (field: string) => `secret-${field}`;
const history: Order['history'] = [
  { status: 'payin_pending', reason: '', at: 1 },
  { status: 'payin_pending', reason: 'card_declined', at: 2 },
  { status: 'processing', reason: 'payment_received', at: 3 },
];

function madeUp(): Order {
  const details = Object.fromEntries(Object.keys(orderShape.shape.details.shape).map((field) => [field, '1']));
  const texts = Object.fromEntries(Object.keys(orderShape.shape).map((field) => [field, secret(field)]));
  return orderShape.parse({
    ...texts,
    status: 'processing',
    details,
    worth: { payin: '', payout: '1', currency: 'EUR' },
    isFinish: 1,
    isMerchant: 0,
    isPartnerRole: 0,
    isClientRole: 1,
    isDonation: 0,
    payToPartner: 0,
    isFloatingRate: 1,
    purchaseParamsPayin: {
      sepaAccount: {
        iban: 'secret-1',
        bic: 'secret-2',
        bankName: 'secret-3',
        holder: 'secret-4',
        reference: 'secret-5',
        amount: '1',
        currency: 'EUR',
      },
      purchaseUrl: 'secret-6',
    },
    purchaseParamsPayout: {},
    decision: { kind: 'late', receivedAmount: 'secret-7', payoutAmount: '1', refundAmount: '1', decideUntil: 1 },
    confirmation: { uuid: 'secret-8', niceId: 'x', codeFrom: 'email', expirationSec: 1, expirationTimeSec: 1 },
    receipt: [{ kind: 'payin', currency: 'EUR', quoted: 'secret-9', actual: '1', note: '' }],
    payoutConfirmations: 1,
    payoutConfirmationsNeeded: 2,
    payinConfirmations: 1,
    payinConfirmationsNeeded: 2,
    canCancel: 1,
    canChange: 1,
    disabledFields: ['secret-10'],
    createdAt: 1,
    expiresAt: 1,
    payinDeadline: 1,
    now: 1,
    durationMinutes: 1,
    payinMinutes: 1,
    payoutMinutes: 1,
    history,
    errors: [{ type: 'danger', field: '', code: 'SYSTEM_ERROR', text: 'secret-11' }],
  });
}

describe('A-056 what a stranger reads of an order', () => {
  const read = redactOrder(madeUp());
  const text = JSON.stringify(read);

  test('nothing in the fields that are for its owner', () =>
    expect({ ...read, history: [] }).toMatchObject(hiddenOrder));

  test('nothing of payment, decision, code, receipt and errors', () => {
    for (let mark = 1; mark <= 11; mark += 1) expect(text).not.toContain(`secret-${mark}"`);
  });

  test('of every marked text only what names the order, its amounts, methods and transaction', () => {
    const left = [...text.matchAll(/secret-(\w+)/g)].map(([, field]) => field);
    expect(left.toSorted((one = '', other = '') => (one < other ? -1 : 1))).toEqual([
      'declineReasonType',
      'epPaymentMethod',
      'merchantOrderStatus',
      'niceId',
      'number',
      'orderId',
      'partnerKey',
      'payinAmount',
      'payinCurrency',
      'payinGroup',
      'payinSubMethod',
      'payoutAmount',
      'payoutCurrency',
      'payoutGroup',
      'purchaseAmount',
      'purchaseCurrency',
      'refundMethod',
      'txLink',
      'txid',
    ]);
  });

  test('the history without what only its owner should know', () => {
    expect(read.history.map(({ reason }) => reason)).toEqual(['', '', 'payment_received']);
  });

  test('no buttons', () => expect([read.canCancel, read.canChange, read.isClientRole]).toEqual([0, 0, 0]));
});
