// Made from the contract by `npm run endpoints`.
import type { listDestinations } from '../calls/list-destinations.ts';
import type { EndpointOf } from '../endpoint.ts';

export const listDestinationsEndpoint: EndpointOf<typeof listDestinations> = {
  method: 'POST',
  path: '/balance/destinations',
  keys: ['success', 'destinations', 'isWaitOn', 'waitEndsAt', 'waitHours'],
};
