import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag } from '../fields/fields.ts';
import { passkeyName, passkeyRegistration, newPasskeyExample } from '../shapes/passkey.ts';

/**
 * Add the passkey that the browser made (an addition to the specification). PASSKEY_WRONG when it matches no challenge
 * of this session. The first second factor of a client is answered with `recoveryCodes`, shown only here.
 */
export const addPasskey = defineCall({
  id: 'C-61c',
  name: 'addPasskey',
  summary: 'Add a passkey',
  method: 'POST',
  path: '/client/passkeys/add',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ credential: passkeyRegistration, name: passkeyName.min(1) }),
  example: { credential: newPasskeyExample, name: 'Key' },
  answer: z.object({ success: flag, recoveryCodes: z.array(z.string()), errors: errorItems }),
});
