import type { ReceiptLine } from '@causeway/contract/shapes/order-parts';
import { expect, test } from 'vitest';
import { receiptLines } from './receipt-lines.ts';

const line = (kind: ReceiptLine['kind'], quoted: string, actual = quoted, note = ''): ReceiptLine => ({
  kind,
  currency: 'EUR',
  quoted,
  actual,
  note,
});

test('a receipt that equals its quote says nothing more', () =>
  expect(receiptLines({ receipt: [line('payin', '250.00'), line('service_fee', '3.50')] })).toEqual([
    { kind: 'payin', currency: 'EUR', amount: '250.00' },
    { kind: 'service_fee', currency: 'EUR', amount: '3.50' },
  ]));
test('a line that became another amount shows the quoted one and why', () =>
  expect(receiptLines({ receipt: [line('payout', '0.0041', '0.0016', 'partial_payment')] })).toEqual([
    { kind: 'payout', currency: 'EUR', amount: '0.0016', quoted: { amount: '0.0041', note: 'partial_payment' } },
  ]));
test('a fee of nothing has no line; a fee that was let off keeps its own', () =>
  expect(
    receiptLines({ receipt: [line('payin_fee', '0.00'), line('network_fee', '2.33', '0.00', 'over_payment')] }).map(
      ({ kind }) => kind,
    ),
  ).toEqual(['network_fee']));
test('what goes back was never quoted', () =>
  expect(receiptLines({ receipt: [line('refund', '0.00', '250.00')] })).toEqual([
    { kind: 'refund', currency: 'EUR', amount: '250.00' },
  ]));
