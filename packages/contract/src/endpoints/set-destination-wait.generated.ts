// Made from the contract by `npm run endpoints`.
import type { setDestinationWait } from '../calls/set-destination-wait.ts';
import type { EndpointOf } from '../endpoint.ts';

export const setDestinationWaitEndpoint: EndpointOf<typeof setDestinationWait> = {
  method: 'POST',
  path: '/balance/destinations/wait',
  keys: ['success', 'errors'],
};
