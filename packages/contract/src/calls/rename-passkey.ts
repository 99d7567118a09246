import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { passkeyName } from '../shapes/passkey.ts';
import { successAnswer } from '../shapes/session.ts';

/** Rename a passkey (an addition to the specification). NOT_FOUND for another client's. */
export const renamePasskey = defineCall({
  id: 'C-61d',
  name: 'renamePasskey',
  summary: 'Rename a passkey',
  method: 'POST',
  path: '/client/passkeys/rename',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ id: z.uuid(), name: passkeyName.min(1) }),
  example: { id: '0b6f3f6c-6b0e-4c6e-9a57-1f7d8a2c9e10', name: 'Key' },
  answer: successAnswer,
});
