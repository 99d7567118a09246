import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { successAnswer } from '../shapes/session.ts';

/** Remove a saved destination (an addition to the specification). NOT_FOUND for another client's. */
export const removeDestination = defineCall({
  id: 'C-44d',
  name: 'removeDestination',
  summary: 'Remove a saved destination',
  method: 'POST',
  path: '/balance/destinations/remove',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ id: z.uuid() }),
  example: { id: '0b6f3f6c-6b0e-4c6e-9a57-1f7d8a2c9e10' },
  answer: successAnswer,
});
