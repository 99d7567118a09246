import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, line, ownerPassword, password } from '../fields/fields.ts';

/**
 * C-62 Change the password; the other sessions end and this one gets new tokens. `code` with two-factor on.
 * PASSWORD_COMMON on `new_password` for one that is easy to guess.
 */
export const changePassword = defineCall({
  id: 'C-62',
  name: 'changePassword',
  summary: 'Change the password',
  method: 'POST',
  path: '/client/change_password',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({
    /** Left out by an account that has none: then `code` is of an e-mail (EMAIL_CODE_REQUIRED sends it). */
    oldPassword: ownerPassword,
    newPassword: password,
    newPasswordRepeat: z.string().max(200),
    code: line(20).optional(),
  }),
  example: {
    oldPassword: 'four words of yours',
    newPassword: 'four other words',
    newPasswordRepeat: 'four other words',
  },
  answer: z.object({ success: flag, access: z.string(), refresh: z.string(), errors: errorItems }),
});
