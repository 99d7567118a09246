import { hiddenOrder } from '@causeway/contract/shapes/hidden-order';
import type { Order } from '@causeway/contract/shapes/order';
import { details } from './fixtures.ts';

/** An order with nothing but a number, and whatever a test needs. */
export function anOrder(part: Partial<Order> = {}): Order {
  return { ...plainOrder, ...part };
}

const plainOrder: Order = {
  ...hiddenOrder,
  niceId: 'CW7Q2M9V4T8K1N5X3B',
  number: 'CW-4821 3907',
  orderId: 'CW7Q2M9V4T8K1N5X3B',
  status: 'payin_pending',
  partnerKey: '',
  isFinish: 1,
  isMerchant: 0,
  isPartnerRole: 0,
  isClientRole: 1,
  isDonation: 0,
  payToPartner: 0,
  purchaseAmount: '',
  purchaseCurrency: '',
  payinAmount: '250.00',
  payinCurrency: 'EUR',
  payinGroup: 'card',
  payinSubMethod: '',
  payoutAmount: '0.00412560',
  payoutCurrency: 'BTC',
  payoutGroup: 'bitcoin',
  worth: { payin: '', payout: '240.17', currency: 'EUR' },
  isFloatingRate: 0,
  details,
  receivedAmount: '0.00',
  epPaymentMethod: '',
  txid: '',
  txLink: '',
  payoutConfirmations: -1,
  payoutConfirmationsNeeded: 2,
  payinConfirmations: null,
  payinConfirmationsNeeded: 0,
  merchantOrderStatus: '',
  declineReasonType: '',
  refundMethod: '',
  canCancel: 1,
  createdAt: 1_780_000_000,
  expiresAt: 1_780_000_900,
  payinDeadline: 1_780_000_900,
  now: 1_780_000_060,
  durationMinutes: 10,
  payinMinutes: 1,
  payoutMinutes: 10,
  history: [{ status: 'payin_pending', reason: '', at: 1_780_000_000 }],
};
