import type { getSubscription } from '@causeway/contract/calls/get-subscription';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const subscriptionEndpoint: Endpoint<Record<string, never>, AnswerOf<typeof getSubscription>> = {
  id: 'C-64',
  method: 'POST',
  path: '/client/subscription',
  keys: ['isNews', 'isOffers', 'isOrderLetters'],
};
