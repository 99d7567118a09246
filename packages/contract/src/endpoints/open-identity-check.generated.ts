// Made from the contract by `npm run endpoints`.
import type { openIdentityCheck } from '../calls/open-identity-check.ts';
import type { EndpointOf } from '../endpoint.ts';

export const openIdentityCheckEndpoint: EndpointOf<typeof openIdentityCheck> = {
  method: 'POST',
  path: '/verification/idcheck/info',
  keys: ['success', 'provider', 'token', 'url', 'expirationTimeSec', 'isFramed', 'errors'],
};
