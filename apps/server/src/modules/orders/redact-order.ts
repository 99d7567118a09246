import type { Order } from '@causeway/contract/shapes/order';

/** What is left of an order for somebody who only knows its number: status, amounts, currencies, times, transaction. */
export function redactOrder(order: Order): Order {
  return {
    ...order,
    isClientRole: 0,
    partnerOrderId: '',
    purchaseParamsPayin: {},
    receivedAmount: '',
    decision: null,
    confirmation: null,
    receipt: [],
    cryptoAddress: '',
    cryptoTag: '',
    payoutCardType: '',
    localBankName: '',
    iban: '',
    bankCode: '',
    recurringId: '',
    token: '',
    phone: '',
    redirect: '',
    paymentStatus: '',
    paymentDeclineReason: '',
    cardType: '',
    cardLast4: '',
    dstAddress: '',
    dstTag: '',
    memoId: '',
    memoType: '',
    memoValue: '',
    signature: '',
    httpReturnSuccess: '',
    httpReturnFailed: '',
    canCancel: 0,
    canChange: 0,
    description: '',
    coupon: '',
    email: '',
    history: order.history.map((event) => ({ ...event, reason: isPublicReason(event.reason) ? event.reason : '' })),
  };
}

function isPublicReason(reason: string): boolean {
  return reason === 'payment_received' || reason === 'payout_sent' || reason === 'payment_refunded';
}
