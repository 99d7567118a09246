import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { captchaResponse, email, line } from '../fields/fields.ts';
import { passkeyAssertion } from '../shapes/passkey.ts';
import { deviceFields, signinAnswer } from '../shapes/session.ts';

/** C-07 Sign in with e-mail and password, with the biometric token of the device, or with a passkey. A wrong password is `success` 0 with WRONG_CREDENTIALS, never 401. */
export const signIn = defineCall({
  id: 'C-07',
  name: 'signIn',
  summary: 'Sign in',
  method: 'POST',
  path: '/signin',
  encoding: 'form',
  access: 'anyone',
  captcha: 'signin',
  params: z.object({}),
  request: z.object({
    email: email.optional(),
    password: z.string().min(1).max(200).optional(),
    /** Instead of e-mail and password, with `deviceId`. */
    biometricToken: line(200).optional(),
    /**
     * Signed by a passkey after C-07c: alone it signs in, with e-mail and password it stands for the second factor.
     * PASSKEY_WRONG when it is nobody's.
     */
    passkey: passkeyAssertion.optional(),
    /** Of the authenticator, once TWO_FACTOR_REQUIRED was answered. */
    code: line(20).optional(),
    ...deviceFields,
    gRecaptchaResponse: captchaResponse.optional(),
  }),
  answer: signinAnswer,
});
