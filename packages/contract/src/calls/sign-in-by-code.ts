import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flagText, language, line, partnerKey } from '../fields/fields.ts';
import { deviceFields, signinAnswer } from '../shapes/session.ts';

/**
 * C-85 Sign in with the code of C-84, once (an addition to the specification). An address without an account gets one,
 * which is confirmed at once and has no password; that takes `isAgreeTerms` (TERMS_REQUIRED), and so does an account
 * whose address is not confirmed. Errors: CODE_WRONG, CODE_EXPIRED, CODE_TOO_MANY on `code`; with a second factor
 * TWO_FACTOR_REQUIRED, TWO_FACTOR_WRONG, CODE_TOO_MANY on `second_code`, after which the same code is valid still.
 */
export const signInByCode = defineCall({
  id: 'C-85',
  name: 'signInByCode',
  summary: 'Sign in, or join, with an e-mailed code',
  method: 'POST',
  path: '/signin/code',
  encoding: 'form',
  access: 'anyone',
  params: z.object({}),
  request: z.object({
    uuid: z.uuid(),
    code: line(16),
    secondCode: line(20).optional(),
    isAgreeTerms: flagText.optional(),
    referrerId: line(40).optional(),
    partnerKey: partnerKey.optional(),
    lang: language.optional(),
    ...deviceFields,
  }),
  example: { uuid: '0b6f3f6c-6b0e-4c6e-9a57-1f7d8a2c9e10', code: '123456', isAgreeTerms: '1' },
  answer: signinAnswer,
});
