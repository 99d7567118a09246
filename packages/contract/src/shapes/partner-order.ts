import { orderStatuses } from '@causeway/domain/orders/order-status';
import { z } from 'zod';
import { currencyCode, groupCode, unixSeconds } from '../fields/fields.ts';

const amount = z.string().meta({ description: 'Decimal text.', example: '49.90' });

/** An order as its partner's server sees it, in webhooks too: nothing of the payer but a merchant's e-mail address. */
export const partnerOrder = z.object({
  orderId: z.string(),
  /** The partner's own number; empty without one. */
  partnerOrderId: z.string(),
  status: z.enum(orderStatuses),
  /** Of the status; empty when it says all. */
  reason: z.string(),
  isMerchant: z.boolean(),
  payToPartner: z.boolean(),
  /** What a merchant's order pays out, exactly; empty in every other order. */
  purchaseAmount: z.string(),
  purchaseCurrency: z.string(),
  payinAmount: amount,
  payinCurrency: currencyCode,
  payinGroup: groupCode,
  /** What has arrived of the pay-in. */
  receivedAmount: amount,
  payoutAmount: amount,
  payoutCurrency: currencyCode,
  payoutGroup: groupCode,
  /** What the partner earns from it, in the pay-in currency. */
  partnerFee: amount,
  createdAt: unixSeconds,
  /** E-mail address of the payer; of a merchant's order alone. */
  clientEmail: z.string().optional(),
});
