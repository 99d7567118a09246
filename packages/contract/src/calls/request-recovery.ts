import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { captchaResponse, email, line } from '../fields/fields.ts';
import { successAnswer } from '../shapes/session.ts';

/** C-08 Ask for a password reset. The answer is the same whether the account exists or not. */
export const requestRecovery = defineCall({
  id: 'C-08',
  name: 'requestRecovery',
  summary: 'Send a link for a new password',
  method: 'POST',
  path: '/password/recovery',
  encoding: 'form',
  access: 'anyone',
  captcha: 'recovery',
  params: z.object({}),
  request: z.object({
    email,
    /** A device that was signed in before has links of its own, which strangers cannot use up. */
    deviceId: line(64).optional(),
    gRecaptchaResponse: captchaResponse.optional(),
  }),
  example: { email: 'ada@example.com' },
  answer: successAnswer,
});
