// Made from the contract by `npm run endpoints`.
import type { getClient } from '../calls/get-client.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getClientEndpoint: EndpointOf<typeof getClient> = {
  method: 'GET',
  path: '/onramp/client',
  keys: ['success', 'client'],
};
