// Made from the contract by `npm run endpoints`.
import type { getConfig } from '../calls/get-config.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getConfigEndpoint: EndpointOf<typeof getConfig> = {
  method: 'GET',
  path: '/onramp/config',
  keys: ['swConfig', 'currencyConfig', 'features'],
};
