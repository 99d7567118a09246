import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, niceId, partnerKey } from '../fields/fields.ts';
import { order } from '../shapes/order.ts';

/**
 * C-30 Cancel an order while no money has arrived: by its owner, or by anyone with the link of a merchant's
 * order. A withdrawal in its own currency can be canceled by its owner until it is signed or sent; what it held is on
 * the balance again. `can_cancel` of the order says whether that may still be done.
 */
export const cancelOrder = defineCall({
  id: 'C-30',
  name: 'cancelOrder',
  summary: 'Cancel an unpaid order',
  method: 'POST',
  path: '/onramp/o/{niceId}/cancel',
  encoding: 'form',
  access: 'merchant',
  params: z.object({ niceId }),
  request: z.object({ partnerKey: partnerKey.optional() }),
  answer: z.object({
    success: flag,
    message: z.string(),
    errorMessage: z.string(),
    order: order.nullable(),
    /** The same as `errorMessage`, as every refusal has it. */
    errors: errorItems,
  }),
});
