import type { listCards } from '@causeway/contract/calls/list-cards';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const listCardsEndpoint: Endpoint<
  { direction: 'payin' | 'payout'; provider: string },
  AnswerOf<typeof listCards>
> = {
  id: 'C-35',
  method: 'POST',
  path: '/cards',
  keys: ['success', 'cards', 'tokenize', 'errors'],
};
