import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { captchaResponse, line } from '../fields/fields.ts';
import { addressFields, preorderFields, widgetParamsField } from '../shapes/preorder.ts';
import { confirmation } from '../shapes/confirmation.ts';
import { order, purchaseParamsPayin } from '../shapes/order.ts';

/**
 * C-29 Create an order. Repeating the very same call gives the same order; the same captcha token or
 * `Idempotency-Key` header with another body is refused with IDEMPOTENCY_CONFLICT. An order paid from the balance is
 * answered with the confirmation that C-32 asks for.
 */
export const createOrder = defineCall({
  id: 'C-29',
  name: 'createOrder',
  summary: 'Create an order from a preorder',
  method: 'POST',
  path: '/onramp/o/new',
  encoding: 'form',
  access: 'client',
  captcha: 'order',
  params: z.object({}),
  request: z.object({
    ...preorderFields,
    ...addressFields,
    ...widgetParamsField,
    partnerOrderId: line(64).optional(),
    description: line(160).optional(),
    tfp: line(128).optional(),
    gRecaptchaResponse: captchaResponse.optional(),
  }),
  answer: z.object({
    order: order.nullable(),
    orderId: z.string(),
    errors: errorItems,
    error: z.string(),
    purchaseParamsPayin,
    purchaseParamsPayout: z.object({}),
    redirect: z.string(),
    ...confirmation.partial().shape,
  }),
});
