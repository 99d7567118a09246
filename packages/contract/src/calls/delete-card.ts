import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, line } from '../fields/fields.ts';

/** C-36 Forget a saved card, here and at its acquirer. */
export const deleteCard = defineCall({
  id: 'C-36',
  name: 'deleteCard',
  summary: 'Delete a saved card',
  method: 'POST',
  path: '/card/delete',
  encoding: 'form',
  access: 'client',
  params: z.object({}),
  request: z.object({ token: line(200).min(1) }),
  example: { token: 'tok_of_the_list' },
  answer: z.object({ success: flag, errors: errorItems }),
});
