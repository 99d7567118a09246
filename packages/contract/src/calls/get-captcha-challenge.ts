import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flag, line } from '../fields/fields.ts';

/**
 * Work for the page to do before a call that asks for a captcha token (an addition to the specification, which names no
 * captcha). NOT_FOUND where the boot data says that a firm's script gives the tokens.
 */
export const getCaptchaChallenge = defineCall({
  id: 'C-06a',
  name: 'getCaptchaChallenge',
  summary: 'Work that makes a captcha token',
  method: 'POST',
  path: '/captcha/challenge',
  encoding: 'form',
  access: 'anyone',
  params: z.object({}),
  /** What the token will be for, for example `signin`: the `captcha` of the call. */
  request: z.object({ action: line(40) }),
  /** A challenge of ALTCHA version 2 as JSON text; the token is base64 of `{"challenge": …, "solution": …}`. */
  answer: z.object({ success: flag, challenge: z.string() }),
});
