import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flagText, line, password } from '../fields/fields.ts';
import { successAnswer } from '../shapes/session.ts';

/**
 * C-09 Set a new password by the link of C-08; every session ends. RECOVERY_LINK_OVER when the link was used or has
 * expired; PASSWORD_COMMON on `new_password` for one that is easy to guess. Where the link claims an account whose
 * address is not confirmed, or opens one, it takes `isAgreeTerms` (TERMS_REQUIRED, and the link works still).
 */
export const resetPassword = defineCall({
  id: 'C-09',
  name: 'resetPassword',
  summary: 'Set a new password by a reset link',
  method: 'POST',
  path: '/password/reset',
  encoding: 'form',
  access: 'anyone',
  params: z.object({}),
  request: z.object({
    token: line(100),
    newPassword: password,
    newPasswordRepeat: z.string().max(200),
    isAgreeTerms: flagText.optional(),
  }),
  example: {
    token: 'of-the-link',
    newPassword: 'four words of yours',
    newPasswordRepeat: 'four words of yours',
    isAgreeTerms: '1',
  },
  answer: successAnswer,
});
