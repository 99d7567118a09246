import { orderStatuses } from '@causeway/domain/orders/order-status';
import { z } from 'zod';
import { errorItems } from '../errors/error-item.ts';
import { flag, unixSeconds } from '../fields/fields.ts';
import { calculationDetails } from './calculation.ts';

/** One thing that happened to an order, oldest first. */
export const orderEvent = z.object({
  status: z.enum(orderStatuses),
  /** Stable reason, for example `card_declined`; empty when the status says all. Never tips off a suspect. */
  reason: z.string(),
  at: unixSeconds,
});

/** Where a card payment is made: `purchaseUrl` is the acquirer's hosted page, `paymentUrl` is C-31. */
export const purchaseParamsPayin = z.object({ purchaseUrl: z.string(), paymentUrl: z.string() });

/**
 * An order as its reader may see it (3-25 to 3-34). Amounts are decimal text at the currency's precision.
 * Without sign-in, personal fields (`email`, full addresses, payment controls) are empty.
 */
export const order = z.object({
  niceId: z.string(),
  orderId: z.string(),
  status: z.enum(orderStatuses),
  partnerKey: z.string(),
  partnerOrderId: z.string(),
  /** The order is fully placed: true for every order read by its id. */
  isFinish: flag,
  isMerchant: flag,
  isPartnerRole: flag,
  isClientRole: flag,
  isDonation: flag,
  payToPartner: flag,
  purchaseAmount: z.string(),
  purchaseCurrency: z.string(),
  payinAmount: z.string(),
  payinCurrency: z.string(),
  payinGroup: z.string(),
  payinSubMethod: z.string(),
  payoutAmount: z.string(),
  payoutCurrency: z.string(),
  payoutGroup: z.string(),
  isFloatingRate: flag,
  details: calculationDetails,
  purchaseParamsPayin,
  purchaseParamsPayout: z.object({}),
  redirect: z.string(),
  /** Where the card payment stands: empty, `created`, `challenge`, `declined`, `approved`, `expired`, `canceled`, `refunded`, `charged_back`. */
  paymentStatus: z.string(),
  /** Why the last try was declined, for example `insufficient_funds`. */
  paymentDeclineReason: z.string(),
  cardType: z.string(),
  cardLast4: z.string(),
  dstAddress: z.string(),
  dstTag: z.string(),
  memoId: z.string(),
  memoType: z.string(),
  memoValue: z.string(),
  txid: z.string(),
  txLink: z.string(),
  /** Confirmations of the pay-out so far and how many finish the order; -1 before it is sent. */
  payoutConfirmations: z.int(),
  payoutConfirmationsNeeded: z.int(),
  payinConfirmations: z.int().nullable(),
  merchantOrderStatus: z.string(),
  declineReasonType: z.string(),
  refundMethod: z.string(),
  signature: z.string(),
  httpReturnSuccess: z.string(),
  httpReturnFailed: z.string(),
  canCancel: flag,
  canChange: flag,
  disabledFields: z.array(z.string()),
  description: z.string(),
  coupon: z.string(),
  email: z.string(),
  createdAt: unixSeconds,
  /** Until when the payment is awaited; 0 once it no longer matters. */
  expiresAt: unixSeconds,
  /** The server's time, so that countdowns do not trust the reader's clock. */
  now: unixSeconds,
  durationMinutes: z.int(),
  history: z.array(orderEvent),
  errors: errorItems,
});

export type Order = z.output<typeof order>;
export type OrderEvent = z.output<typeof orderEvent>;
