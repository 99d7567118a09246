import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { captchaResponse, flag, line } from '../fields/fields.ts';

/**
 * C-32 Approve an order or withdrawal that is paid from the balance, with the code that was sent. For a day
 * after a factor was added the e-mailed code is required, and `secondCode` of the second factor besides it (an addition
 * to the specification). Errors: CODE_WRONG, CODE_EXPIRED, CODE_TOO_MANY on `code`; TWO_FACTOR_REQUIRED,
 * TWO_FACTOR_WRONG, CODE_TOO_MANY on `second_code`; BALANCE_SHORT on `balance`; ORDER_STATUS_CHANGED. What its client
 * chose since about new destinations holds too: DESTINATION_UNKNOWN, DESTINATION_WAITING. A code of before a factor was
 * added is CODE_EXPIRED. While pay-outs are held after a restore of the database it is TRY_LATER, and the code stays
 * valid.
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
  request: z.object({
    uuid: z.uuid(),
    code: line(16),
    secondCode: line(20).optional(),
    gRecaptchaResponse: captchaResponse.optional(),
  }),
  example: { uuid: '0b6f3f6c-6b0e-4c6e-9a57-1f7d8a2c9e10', code: '123456' },
  answer: z.object({ success: flag, niceId: z.string(), errors: errorItems }),
});
