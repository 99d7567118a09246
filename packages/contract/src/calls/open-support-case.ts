import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { captchaResponse, email, flag, language, niceId, someText } from '../fields/fields.ts';

/**
 * C-89 Write to support (an addition to the specification): the message is kept as a case and goes to the support
 * address by e-mail. A client's own address is used where `email` is left out; a visitor has to give one (REQUIRED). An
 * order that there is not is left out.
 */
export const openSupportCase = defineCall({
  id: 'C-89',
  name: 'openSupportCase',
  summary: 'Write to support',
  method: 'POST',
  path: '/support/cases/new',
  encoding: 'form',
  access: 'anyone',
  captcha: 'support',
  params: z.object({}),
  request: z.object({
    message: someText(4_000),
    email: email.optional(),
    /** The order that the message is about. */
    niceId: niceId.optional(),
    lang: language.optional(),
    gRecaptchaResponse: captchaResponse.optional(),
  }),
  example: { message: 'My coins have not come yet.', email: 'ada@example.com' },
  answer: z.object({
    success: flag,
    /** Number of the case, for people. */
    number: z.string(),
    /** Where the answer will go. */
    email: z.string(),
    errors: errorItems,
  }),
});
