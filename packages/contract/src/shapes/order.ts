import { orderStatuses } from '@causeway/domain/orders/order-status';
import { z } from 'zod';
import { errorItems } from '../errors/error-item.ts';
import { flag, unixSeconds } from '../fields/fields.ts';
import { confirmation } from './confirmation.ts';
import { calculationDetails, worth } from './calculation.ts';
import { purchaseParamsPayin } from './payin-parameters.ts';
import { orderDecision, receiptLine, orderEvent } from './order-parts.ts';

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
  /** At the order's own price, whenever it is read. */
  worth,
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
  /** What the chain shows of the pay-in and does not count yet, for its owner; empty where nothing is under way. */
  payinSeenAmount: z.string(),
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
