import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flag, line } from '../fields/fields.ts';

/**
 * A proof of work for the page before a call that needs a captcha token (an addition to the specification, which names
 * no captcha). NOT_FOUND when the boot data names a provider's script for the tokens.
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
  example: { action: 'signin' },
  answer: z.object({ success: flag, challenge: z.string() }),
});
