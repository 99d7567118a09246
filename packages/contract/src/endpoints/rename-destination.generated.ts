// Made from the contract by `npm run endpoints`.
import type { renameDestination } from '../calls/rename-destination.ts';
import type { EndpointOf } from '../endpoint.ts';

export const renameDestinationEndpoint: EndpointOf<typeof renameDestination> = {
  method: 'POST',
  path: '/balance/destinations/rename',
  keys: ['success', 'errors'],
};
