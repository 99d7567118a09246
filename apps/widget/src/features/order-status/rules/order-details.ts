import type { Order } from '@causeway/contract/shapes/order';
import { cardText } from '../../../lib/format/card-text.ts';

/** How a value is shown. */
export type DetailKind = 'text' | 'code' | 'number' | 'address' | 'iban' | 'transaction' | 'refund';

export interface OrderDetail {
  /** Last part of its label's key. */
  key: string;
  kind: DetailKind;
  value: string;
  /** A copy button beside it. */
  isCopied?: boolean;
  /** Where a transaction is shown by its network. */
  href?: string;
}

/** Details of an order beside its progress, in reading order: each value when it is present (3-30 to 3-34). */
export function orderDetails(order: Order): OrderDetail[] {
  const rows: OrderDetail[] = [
    { key: 'number', kind: 'number', value: order.number, isCopied: true },
    { key: 'partner_order', kind: 'code', value: order.partnerOrderId },
    ...payinDetails(order),
    ...payoutDetails(order),
    { key: 'refund', kind: 'refund', value: order.refundMethod },
    { key: 'coupon', kind: 'text', value: order.coupon },
    { key: 'description', kind: 'text', value: order.description },
    { key: 'email', kind: 'text', value: order.email },
    { key: 'phone', kind: 'code', value: order.phone },
    { key: 'recurring', kind: 'code', value: order.recurringId },
    { key: 'token', kind: 'transaction', value: order.token },
  ];
  return rows.filter(({ value }) => value !== '');
}

function payinDetails(order: Order): OrderDetail[] {
  return [
    { key: 'card', kind: 'code', value: order.cardLast4 === '' ? order.cardType : cardText(order) },
    { key: 'method', kind: 'text', value: order.epPaymentMethod },
    { key: 'pay_address', kind: 'address', value: order.cryptoAddress, isCopied: true },
    { key: 'pay_transaction', kind: 'transaction', value: order.payinTxid, href: order.payinTxLink },
  ];
}

function payoutDetails(order: Order): OrderDetail[] {
  const { memoType, memoValue } = order;
  return [
    { key: 'to', kind: 'address', value: order.dstAddress, isCopied: true },
    { key: 'tag', kind: 'code', value: order.dstTag, isCopied: true },
    { key: 'memo', kind: 'code', value: order.memoId, isCopied: true },
    { key: 'memo', kind: 'code', value: memoType === '' ? memoValue : `${memoType}: ${memoValue}` },
    { key: 'payout_card', kind: 'text', value: capital(order.payoutCardType) },
    { key: 'iban', kind: 'iban', value: order.iban, isCopied: true },
    { key: 'bank_code', kind: 'code', value: order.bankCode },
    { key: 'bank', kind: 'text', value: order.localBankName },
    { key: 'transaction', kind: 'transaction', value: order.txid, href: order.txLink },
  ];
}

function capital(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}
