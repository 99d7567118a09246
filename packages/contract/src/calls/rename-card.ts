import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { line } from '../fields/fields.ts';
import { successAnswer } from '../shapes/session.ts';

/**
 * Name a saved card (an addition to the specification); an empty name takes it away. NOT_FOUND for another client's.
 */
export const renameCard = defineCall({
  id: 'C-36a',
  name: 'renameCard',
  summary: 'Name a saved card',
  method: 'POST',
  path: '/card/rename',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ token: line(200).min(1), name: line(60) }),
  example: { token: 'tok_of_the_list', name: 'Travel' },
  answer: successAnswer,
});
