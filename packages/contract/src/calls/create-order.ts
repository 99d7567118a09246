import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { captchaResponse, email, flag, flagText, line } from '../fields/fields.ts';
import { calculationAnswer } from '../shapes/calculation.ts';
import {
  addressFields,
  partnerSession,
  preorderFields,
  widgetParamsField,
  preorderExample,
} from '../shapes/preorder.ts';
import { confirmation } from '../shapes/confirmation.ts';
import { order } from '../shapes/order.ts';
import { purchaseParamsPayin } from '../shapes/payin-parameters.ts';

/**
 * C-29 Create an order. Repeating the same call gives the same order; the same captcha token or `Idempotency-Key`
 * header with another body is refused with IDEMPOTENCY_CONFLICT. An order paid from the balance is answered with the
 * confirmation that C-32 requires. A fixed rate needs the quote of the price on screen; without one, or with an expired
 * one or one of another preorder, no order is made: the answer has QUOTE_EXPIRED and the current price.
 *
 * With `isMerchant` and the key of a merchant the order belongs to the e-mail address `clientEmail` and pays the
 * merchant. Presets of a partner (C-71) are filled in; a field with another value is refused with PRESET_LOCKED.
 */
export const createOrder = defineCall({
  id: 'C-29',
  name: 'createOrder',
  summary: 'Create an order from a preorder',
  method: 'POST',
  path: '/onramp/o/new',
  encoding: 'form',
  access: 'merchant',
  captcha: 'order',
  params: z.object({}),
  request: z.object({
    ...preorderFields,
    ...addressFields,
    ...widgetParamsField,
    partnerOrderId: line(64).optional(),
    description: line(160).optional(),
    /** E-mail address of a merchant order's payer, who need not sign in. */
    clientEmail: email.optional(),
    isDonation: flagText.optional(),
    partnerSession: partnerSession.optional(),
    tfp: line(128).optional(),
    /** `quote` of the calculation that is on screen, with a fixed rate. */
    quote: z
      .string()
      .regex(/^[\w-]{1,4000}\.[\w-]{1,100}$/, 'Must be a quote of a calculation.')
      .optional(),
    gRecaptchaResponse: captchaResponse.optional(),
  }),
  example: { ...preorderExample, isAgreeRate: '1' },
  answer: z.object({
    success: flag,
    order: order.nullable(),
    orderId: z.string(),
    errors: errorItems,
    error: z.string(),
    purchaseParamsPayin,
    purchaseParamsPayout: z.object({}),
    redirect: z.string(),
    ...confirmation.partial().shape,
    /** With QUOTE_EXPIRED: the current price, with a quote of its own. */
    calculation: calculationAnswer.optional(),
  }),
});
