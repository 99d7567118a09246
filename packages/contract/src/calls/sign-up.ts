import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { captchaResponse, email, flagText, language, line, partnerKey, password } from '../fields/fields.ts';
import { deviceFields, signinAnswer } from '../shapes/session.ts';

/**
 * C-06 Register: signs the client in at level `unverified` and sends the confirmation code. PASSWORD_COMMON on
 * `password` for one that is easy to guess.
 */
export const signUp = defineCall({
  id: 'C-06',
  name: 'signUp',
  summary: 'Register with e-mail and password',
  method: 'POST',
  path: '/signup',
  encoding: 'form',
  access: 'anyone',
  captcha: 'signup',
  params: z.object({}),
  request: z.object({
    email,
    password,
    isAgreeTerms: flagText.optional(),
    /** News of the product may be sent (an addition to the specification); C-65 changes it. */
    isNews: flagText.optional(),
    referrerId: line(40).optional(),
    partnerKey: partnerKey.optional(),
    lang: language.optional(),
    ...deviceFields,
    gRecaptchaResponse: captchaResponse.optional(),
  }),
  example: { email: 'ada@example.com', password: 'four words of yours', isAgreeTerms: '1' },
  answer: signinAnswer,
});
