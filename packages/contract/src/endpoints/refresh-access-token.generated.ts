// Made from the contract by `npm run endpoints`.
import type { refreshAccessToken } from '../calls/refresh-access-token.ts';
import type { EndpointOf } from '../endpoint.ts';

export const refreshAccessTokenEndpoint: EndpointOf<typeof refreshAccessToken> = {
  method: 'POST',
  path: '/refresh_access_token',
  keys: ['access', 'refresh'],
  isTraced: true,
};
