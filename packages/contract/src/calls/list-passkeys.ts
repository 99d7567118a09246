import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flag } from '../fields/fields.ts';
import { passkey } from '../shapes/passkey.ts';

/** The passkeys of the client (an addition to the specification), oldest first. */
export const listPasskeys = defineCall({
  id: 'C-61a',
  name: 'listPasskeys',
  summary: 'Passkeys of the client',
  method: 'POST',
  path: '/client/passkeys',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({}),
  answer: z.object({ success: flag, passkeys: z.array(passkey) }),
});
