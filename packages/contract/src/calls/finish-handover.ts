import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { successAnswer } from '../shapes/session.ts';

/** C-23f The phone is done: its key ends, and the page that waits goes on. 404 for a caller that was handed nothing. */
export const finishHandover = defineCall({
  id: 'C-23f',
  name: 'finishHandover',
  summary: 'The phone is done',
  method: 'POST',
  path: '/verification/handover/done',
  encoding: 'form',
  access: 'client',
  isHandedOver: true,
  params: z.object({}),
  request: z.object({}),
  answer: successAnswer,
});
