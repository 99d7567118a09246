import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { captchaResponse, email, line } from '../fields/fields.ts';
import { deviceFields, signinAnswer } from '../shapes/session.ts';

/** C-07 Sign in. A wrong password is `success` 0 with WRONG_CREDENTIALS, never 401. */
export const signIn = defineCall({
  id: 'C-07',
  name: 'signIn',
  summary: 'Sign in with e-mail and password',
  method: 'POST',
  path: '/signin',
  encoding: 'form',
  access: 'anyone',
  captcha: 'signin',
  params: z.object({}),
  request: z.object({
    email,
    password: z.string().min(1).max(200),
    /** Of the authenticator, once TWO_FACTOR_REQUIRED was answered. */
    code: line(20).optional(),
    ...deviceFields,
    gRecaptchaResponse: captchaResponse.optional(),
  }),
  answer: signinAnswer,
});
