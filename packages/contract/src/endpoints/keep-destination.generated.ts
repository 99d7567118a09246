// Made from the contract by `npm run endpoints`.
import type { keepDestination } from '../calls/keep-destination.ts';
import type { EndpointOf } from '../endpoint.ts';

export const keepDestinationEndpoint: EndpointOf<typeof keepDestination> = {
  method: 'POST',
  path: '/balance/destinations/new',
  keys: ['success', 'errors'],
};
