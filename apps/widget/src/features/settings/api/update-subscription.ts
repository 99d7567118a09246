import type { updateSubscription } from '@causeway/contract/calls/update-subscription';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';

export const updateSubscriptionEndpoint: Endpoint<
  { isNews: boolean; isOffers: boolean; isOrderLetters: boolean },
  AnswerOf<typeof updateSubscription>
> = {
  id: 'C-65',
  method: 'POST',
  path: '/client/subscription/update',
  keys: ['success', 'errors'],
};
