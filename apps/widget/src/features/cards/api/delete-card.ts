import type { deleteCard } from '@causeway/contract/calls/delete-card';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const deleteCardEndpoint: Endpoint<{ token: string }, AnswerOf<typeof deleteCard>> = {
  id: 'C-36',
  method: 'POST',
  path: '/card/delete',
  keys: ['success', 'errors'],
};
