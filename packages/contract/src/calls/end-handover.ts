import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { handoverId } from '../shapes/verification.ts';
import { successAnswer } from '../shapes/session.ts';

/** C-23c Ends a link and the key of the phone that opened it. */
export const endHandover = defineCall({
  id: 'C-23c',
  name: 'endHandover',
  summary: 'End the link for a phone',
  method: 'POST',
  path: '/verification/handover/end',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ id: handoverId }),
  example: { id: '0b6f3f6c-6b0e-4c6e-9a57-1f7d8a2c9e10' },
  answer: successAnswer,
});
