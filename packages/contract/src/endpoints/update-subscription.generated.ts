// Made from the contract by `npm run endpoints`.
import type { updateSubscription } from '../calls/update-subscription.ts';
import type { EndpointOf } from '../endpoint.ts';

export const updateSubscriptionEndpoint: EndpointOf<typeof updateSubscription> = {
  method: 'POST',
  path: '/client/subscription/update',
  keys: ['success', 'errors'],
};
