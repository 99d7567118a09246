import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flag } from '../fields/fields.ts';

/**
 * Begin to sign in with an external provider (an addition to the specification): the token for C-07 must carry this
 * `nonce`, which is valid once, within ten minutes.
 */
export const startOauthSignin = defineCall({
  id: 'C-07d',
  name: 'startOauthSignin',
  summary: 'Begin to sign in with another provider',
  method: 'POST',
  path: '/signin/oauth',
  encoding: 'form',
  access: 'anyone',
  params: z.object({}),
  request: z.object({}),
  answer: z.object({ success: flag, nonce: z.string() }),
});
