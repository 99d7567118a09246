// Made from the contract by `npm run endpoints`.
import type { listUsedAddresses } from '../calls/list-used-addresses.ts';
import type { EndpointOf } from '../endpoint.ts';

export const listUsedAddressesEndpoint: EndpointOf<typeof listUsedAddresses> = {
  method: 'POST',
  path: '/onramp/addresses',
  keys: ['success', 'addresses'],
};
