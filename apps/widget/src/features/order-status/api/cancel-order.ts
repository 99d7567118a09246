import type { cancelOrder } from '@causeway/contract/calls/cancel-order';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const cancelOrderEndpoint: Endpoint<{ partnerKey: string }, AnswerOf<typeof cancelOrder>> = {
  id: 'C-30',
  method: 'POST',
  path: '/onramp/o/{niceId}/cancel',
  keys: ['success'],
};
