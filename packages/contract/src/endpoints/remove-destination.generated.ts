// Made from the contract by `npm run endpoints`.
import type { removeDestination } from '../calls/remove-destination.ts';
import type { EndpointOf } from '../endpoint.ts';

export const removeDestinationEndpoint: EndpointOf<typeof removeDestination> = {
  method: 'POST',
  path: '/balance/destinations/remove',
  keys: ['success', 'errors'],
};
