import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { flagText, line } from '../fields/fields.ts';
import { successAnswer } from '../shapes/session.ts';

/**
 * Signs out elsewhere (an addition to the specification): one session by its id, or all but this one; or one credential
 * of C-07a but a passkey; with a login of another provider the sessions that it opened, but for this one.
 */
export const endSession = defineCall({
  id: 'C-07b',
  name: 'endSession',
  summary: 'Sign out there',
  method: 'POST',
  path: '/client/sessions/end',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ id: z.uuid().optional(), isOthers: flagText.optional(), credentialId: line(40).optional() }),
  answer: successAnswer,
});
