import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { captchaResponse, flag, line, ownerPassword } from '../fields/fields.ts';

/**
 * C-15 Send the phone code. PHONE_INVALID or PHONE_COUNTRY on `phone`; CODE_TOO_MANY while another may not be sent. In
 * place of a confirmed number it needs `password`, and `code` with two-factor on (additions to the specification).
 */
export const sendPhoneCode = defineCall({
  id: 'C-15',
  name: 'sendPhoneCode',
  summary: 'Send a code to a phone number',
  method: 'POST',
  path: '/verification/phone/send_code',
  encoding: 'form',
  access: 'client',
  captcha: 'phone',
  params: z.object({}),
  request: z.object({
    phone: line(32),
    /** ISO 3166 code of the country, for numbers without `+`. */
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'Must be a country code such as DE.')
      .optional(),
    password: ownerPassword,
    code: line(20).optional(),
    gRecaptchaResponse: captchaResponse.optional(),
  }),
  example: { phone: '+442079460958' },
  answer: z.object({ success: flag, nextSmsRequestInSec: z.int(), errors: errorItems }),
});
