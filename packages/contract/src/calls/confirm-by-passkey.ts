import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag } from '../fields/fields.ts';
import { passkeyAssertion, passkeyExample } from '../shapes/passkey.ts';

/**
 * Show a passkey in place of a code (an addition to the specification). `code` is valid once, within two minutes,
 * wherever a code of the second factor is required. PASSKEY_WRONG when the passkey is not the client's.
 */
export const confirmByPasskey = defineCall({
  id: 'C-61g',
  name: 'confirmByPasskey',
  summary: 'Show a passkey in place of a code',
  method: 'POST',
  path: '/client/passkeys/confirm',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ passkey: passkeyAssertion }),
  example: { passkey: passkeyExample },
  answer: z.object({ success: flag, code: z.string(), errors: errorItems }),
});
