import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag } from '../fields/fields.ts';

/**
 * Begin to show a passkey in place of a code (an addition to the specification). NOT_FOUND for a client without one.
 */
export const startConfirmByPasskey = defineCall({
  id: 'C-61f',
  name: 'startConfirmByPasskey',
  summary: 'Begin to show a passkey in place of a code',
  method: 'POST',
  path: '/client/passkeys/confirm/start',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({}),
  /** `options`: `PublicKeyCredentialRequestOptionsJSON` as JSON text. */
  answer: z.object({ success: flag, options: z.string(), errors: errorItems }),
});
