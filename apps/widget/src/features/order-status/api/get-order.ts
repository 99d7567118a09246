import type { getOrder } from '@causeway/contract/calls/get-order';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const orderEndpoint: Endpoint<{ ghostMode: boolean; partnerKey: string }, AnswerOf<typeof getOrder>> = {
  id: 'C-28',
  method: 'POST',
  path: '/onramp/o/{niceId}',
  keys: ['order'],
};
