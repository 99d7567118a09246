// Made from the contract by `npm run endpoints`.
import type { getSubscription } from '../calls/get-subscription.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getSubscriptionEndpoint: EndpointOf<typeof getSubscription> = {
  method: 'POST',
  path: '/client/subscription',
  keys: ['success', 'isOrderLetters', 'isNews', 'isOffers', 'isOrderPush', 'isOrderListed', 'isVerificationLetters', 'isVerificationPush', 'isVerificationListed', 'isSecurityPush', 'pushKey', 'isPushHere'],
};
