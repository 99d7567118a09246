import { orderStatuses } from '@causeway/domain/orders/order-status';
import { z } from 'zod';
import { errorItems } from '../errors/error-item.ts';
import { flag, unixSeconds } from '../fields/fields.ts';
import { confirmation } from './confirmation.ts';
import { calculationDetails } from './calculation.ts';

/** One thing that happened to an order, oldest first. */
export const orderEvent = z.object({
  status: z.enum(orderStatuses),
  /**
   * Stable reason, for example `card_declined`; empty when the status says all. Never reveals a suspicion to its
   * subject.
   */
  reason: z.string(),
  /** Who caused it. */
  actor: z.enum(['client', 'system']).optional(),
  at: unixSeconds,
});

/** Bank requisites of one order (3-35). `amount` is what is still to be sent. */
export const sepaAccount = z.object({
  iban: z.string(),
  bic: z.string(),
  bankName: z.string(),
  holder: z.string(),
  /** The order's number: the money is matched to its order by it, in whatever spelling. */
  reference: z.string(),
  amount: z.string(),
  currency: z.string(),
});

/**
 * How the order is paid, recognised by the fields that are present, tried in this order: `sepaAccount` bank
 * requisites; `sessionToken` with `clientUniqueId` card fields of the acquirer's script; `paymentUrl` with `publicKey`
 * a card tokenised by the acquirer and posted to `paymentUrl`; `publicKey` a tokenised card finalised by C-31;
 * `purchaseUrl` the provider's own page; `paymentUrl` a saved card posted there. No field: nothing to pay here.
 */
export const purchaseParamsPayin = z.object({
  sepaAccount: sepaAccount.optional(),
  sessionToken: z.string().optional(),
  clientUniqueId: z.string().optional(),
  /** Script or frame of the acquirer that takes the card; with `sessionToken` or `publicKey`. */
  scriptUrl: z.string().optional(),
  publicKey: z.string().optional(),
  purchaseUrl: z.string().optional(),
  paymentUrl: z.string().optional(),
  /** Provider code of the acquirer, as C-31 and C-35 take it. */
  provider: z.string().optional(),
});

/** A question to the owner about money that came late or in part (A-093, C-34). Amounts are decimal text. */
export const orderDecision = z.object({
  kind: z.enum(['late', 'partial']),
  /** What has arrived, in the pay-in currency. */
  receivedAmount: z.string(),
  /** What it would buy at the current price. */
  payoutAmount: z.string(),
  /** What is refunded on "no". */
  refundAmount: z.string(),
  /** When it is refunded without an answer. */
  decideUntil: unixSeconds,
});

/** One line of the receipt: what was quoted and what it became; equal unless `note` says why not. */
export const receiptLine = z.object({
  kind: z.enum([
    'payin',
    'payin_fee',
    'service_fee',
    'network_fee',
    'partner_fee',
    'exchanged',
    'rate',
    'payout',
    'refund',
  ]),
  currency: z.string(),
  quoted: z.string(),
  actual: z.string(),
  /** Empty, or a stable reason: `floating_rate`, `partial_payment`, `over_payment`, `late_payment`. */
  note: z.string(),
});

/**
 * An order as its caller may see it (3-25 to 3-34). Amounts are decimal text at the currency's precision. Without
 * sign-in, personal fields (`email`, full addresses, payment controls) are empty.
 */
export const order = z.object({
  niceId: z.string(),
  /** For people and bank references, as in `CW-4821 3907` (an addition to the specification); opens nothing. */
  number: z.string(),
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
  /** What has arrived so far, in the pay-in currency. */
  receivedAmount: z.string(),
  decision: orderDecision.nullable(),
  /** The code that the order waits for while it is `confirmation_pending`, for its owner. */
  confirmation: confirmation.nullable(),
  receipt: z.array(receiptLine),
  /**
   * Status of a payment by card, sofort or wallet: empty, `created`, `challenge`, `declined`, `approved`, `expired`,
   * `canceled`, `refunded`, `charged_back`.
   */
  paymentStatus: z.string(),
  /** Why the last try was declined, for example `insufficient_funds`. */
  paymentDeclineReason: z.string(),
  cardType: z.string(),
  cardLast4: z.string(),
  payoutCardType: z.string(),
  localBankName: z.string(),
  epPaymentMethod: z.string(),
  /** Chain address for the pay-in, with its tag where the network has them. */
  cryptoAddress: z.string(),
  cryptoTag: z.string(),
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
  payinConfirmationsNeeded: z.int(),
  payinTxid: z.string(),
  payinTxLink: z.string(),
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
  phone: z.string(),
  iban: z.string(),
  bankCode: z.string(),
  recurringId: z.string(),
  token: z.string(),
  createdAt: unixSeconds,
  /** Until when the price holds for the payment; 0 once it no longer matters. */
  expiresAt: unixSeconds,
  /** Until when the payment is awaited at all: days for a transfer. 0 once it no longer matters. */
  payinDeadline: unixSeconds,
  /** The server's time, so that countdowns do not depend on the clock of the client's device. */
  now: unixSeconds,
  durationMinutes: z.int(),
  /** Usual minutes of each side. */
  payinMinutes: z.int(),
  payoutMinutes: z.int(),
  history: z.array(orderEvent),
  errors: errorItems,
});

export type Order = z.output<typeof order>;
export type PurchaseParamsPayin = z.output<typeof purchaseParamsPayin>;
export type OrderDecision = z.output<typeof orderDecision>;
export type ReceiptLine = z.output<typeof receiptLine>;
export type OrderEvent = z.output<typeof orderEvent>;
