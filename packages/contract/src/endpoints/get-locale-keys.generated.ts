// Made from the contract by `npm run endpoints`.
import type { getLocaleKeys } from '../calls/get-locale-keys.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getLocaleKeysEndpoint: EndpointOf<typeof getLocaleKeys> = {
  method: 'POST',
  path: '/{lang}/data/locale_keys/',
  keys: ['success', 'data'],
  isData: true,
};
