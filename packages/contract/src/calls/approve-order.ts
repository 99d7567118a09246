import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { captchaResponse, flag, line } from '../fields/fields.ts';

/**
 * C-32 Approve an order or withdrawal that is paid from the balance, with the code that was sent.
 * Errors: CODE_WRONG, CODE_EXPIRED, CODE_TOO_MANY on `code`; BALANCE_SHORT on `balance`; ORDER_STATUS_CHANGED.
 */
export const approveOrder = defineCall({
  id: 'C-32',
  name: 'approveOrder',
  summary: 'Approve an order with a code',
  method: 'POST',
  path: '/order/approve_withdrawal',
  encoding: 'form',
  access: 'client',
  captcha: 'code',
  params: z.object({}),
  request: z.object({ uuid: z.uuid(), code: line(16), gRecaptchaResponse: captchaResponse.optional() }),
  answer: z.object({ success: flag, niceId: z.string(), errors: errorItems }),
});
