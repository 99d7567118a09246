import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { captchaResponse, email, flagText, language, line } from '../fields/fields.ts';
import { passkeyAssertion } from '../shapes/passkey.ts';
import { deviceFields, signinAnswer } from '../shapes/session.ts';

/**
 * C-07 Sign in with e-mail and password, with the biometric token of the device, or with a passkey. A wrong password is
 * `success` 0 with WRONG_CREDENTIALS, never 401.
 */
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
     * Signed by a passkey after C-07c: alone it signs in, with e-mail and password it replaces the second factor.
     * PASSKEY_WRONG when no client has it.
     */
    passkey: passkeyAssertion.optional(),
    /**
     * A sign-in provider's code, such as `google`, and its ID token with the nonce of C-07d. OAUTH_WRONG for an
     * invalid token, OAUTH_EMAIL when it has no verified e-mail address; OAUTH_PASSWORD on `password` when an account
     * of that address has a password, which must then be sent along once. A new account needs `isAgreeTerms`
     * (TERMS_REQUIRED).
     */
    oauthProvider: line(20).optional(),
    oauthToken: line(8000).optional(),
    isAgreeTerms: flagText.optional(),
    /** The code of the link that brought a new person, as in C-06; it counts for a new account alone. */
    referrerId: line(40).optional(),
    lang: language.optional(),
    /**
     * A code of the authenticator, or a recovery code, after the answer TWO_FACTOR_REQUIRED; with the same fields as
     * before.
     */
    code: line(20).optional(),
    ...deviceFields,
    gRecaptchaResponse: captchaResponse.optional(),
  }),
  example: { email: 'ada@example.com', password: 'four words of yours' },
  answer: signinAnswer,
});
