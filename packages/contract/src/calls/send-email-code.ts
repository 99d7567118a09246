import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { email, flag, language, line, ownerPassword } from '../fields/fields.ts';

/**
 * C-13 Send the e-mail confirmation: an e-mail with a 6-digit code and a link carrying it. `email` when it is
 * being changed. In place of a confirmed one it needs `password`, and `code` with two-factor on (additions to the
 * specification): PASSWORD_WRONG on `password`, TWO_FACTOR_REQUIRED or TWO_FACTOR_WRONG on `code`. The answer is the
 * same whether or not the address has an account. While a code is valid, it is sent to the same address again without
 * them.
 */
export const sendEmailCode = defineCall({
  id: 'C-13',
  name: 'sendEmailCode',
  summary: 'Send a confirmation code to the client’s e-mail, or to the one it is to be',
  method: 'POST',
  path: '/send_email_confirmation_link',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({
    email: email.optional(),
    lang: language.optional(),
    password: ownerPassword,
    code: line(20).optional(),
  }),
  example: { email: 'ada@example.com', password: 'four words of yours' },
  answer: z.object({ success: flag, nextEmailRequestInSec: z.int(), errors: errorItems }),
});
