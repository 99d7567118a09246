import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { captchaResponse, email, flag, language, line } from '../fields/fields.ts';

/**
 * C-84 Send a code to sign in or to join with (an addition to the specification). The answer, its duration and the
 * e-mail are the same whether or not the address has an account. `uuid` is for C-85, and empty when nothing was sent:
 * CODE_TOO_MANY with the seconds to wait.
 */
export const sendSigninCode = defineCall({
  id: 'C-84',
  name: 'sendSigninCode',
  summary: 'Send a code that signs in, or opens an account',
  method: 'POST',
  path: '/signin/code/new',
  encoding: 'form',
  access: 'anyone',
  captcha: 'signin',
  params: z.object({}),
  request: z.object({
    email,
    lang: language.optional(),
    /** A device that was signed in before has codes of its own, which strangers cannot use up. */
    deviceId: line(64).optional(),
    gRecaptchaResponse: captchaResponse.optional(),
  }),
  example: { email: 'ada@example.com' },
  answer: z.object({ success: flag, uuid: z.string(), nextEmailRequestInSec: z.int(), errors: errorItems }),
});
