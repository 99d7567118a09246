import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flag } from '../fields/fields.ts';

/**
 * Begin to sign in by passkey (an addition to the specification). The answer has the same form for every caller and
 * names no client.
 */
export const startPasskeySignin = defineCall({
  id: 'C-07c',
  name: 'startPasskeySignin',
  summary: 'Begin to sign in by passkey',
  method: 'POST',
  path: '/signin/passkey',
  encoding: 'form',
  access: 'anyone',
  params: z.object({}),
  request: z.object({}),
  /** `options`: `PublicKeyCredentialRequestOptionsJSON` as JSON text, for `passkey` of C-07 within five minutes. */
  answer: z.object({ success: flag, options: z.string() }),
});
