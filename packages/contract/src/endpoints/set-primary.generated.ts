// Made from the contract by `npm run endpoints`.
import type { setPrimary } from '../calls/set-primary.ts';
import type { EndpointOf } from '../endpoint.ts';

export const setPrimaryEndpoint: EndpointOf<typeof setPrimary> = {
  method: 'POST',
  path: '/balance/set_primary',
  keys: ['success', 'primaryCurrency', 'errors'],
};
