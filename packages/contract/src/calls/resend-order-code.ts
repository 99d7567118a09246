import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { captchaResponse, flag } from '../fields/fields.ts';
import { confirmation } from '../shapes/confirmation.ts';

/**
 * C-33 Send the code of a confirmation again, under a new `uuid`. Refused with CODE_TOO_MANY before `expirationSec` is
 * over.
 */
export const resendOrderCode = defineCall({
  id: 'C-33',
  name: 'resendOrderCode',
  summary: 'Send the confirmation code again',
  method: 'POST',
  path: '/order/resend_code',
  encoding: 'form',
  access: 'client',
  captcha: 'code',
  params: z.object({}),
  request: z.object({ uuid: z.uuid(), gRecaptchaResponse: captchaResponse.optional() }),
  example: { uuid: '0b6f3f6c-6b0e-4c6e-9a57-1f7d8a2c9e10' },
  answer: z.object({ success: flag, ...confirmation.shape, errors: errorItems }),
});
