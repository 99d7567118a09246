import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { email, flag, language } from '../fields/fields.ts';

/** C-13 Send the e-mail confirmation: a letter with a 6-digit code and a link carrying it. */
export const sendEmailCode = defineCall({
  id: 'C-13',
  name: 'sendEmailCode',
  summary: 'Send a confirmation code to the client’s e-mail',
  method: 'POST',
  path: '/send_email_confirmation_link',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ email: email.optional(), lang: language.optional() }),
  answer: z.object({ success: flag, nextEmailRequestInSec: z.int(), errors: errorItems }),
});
