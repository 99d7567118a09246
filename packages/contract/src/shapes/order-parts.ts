import { z } from 'zod';
import { unixSeconds } from '../fields/fields.ts';
import { orderStatuses } from '@causeway/domain/orders/order-status';

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

export type OrderDecision = z.output<typeof orderDecision>;
export type ReceiptLine = z.output<typeof receiptLine>;

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

export type OrderEvent = z.output<typeof orderEvent>;
