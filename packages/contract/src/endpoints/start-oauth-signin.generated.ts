// Made from the contract by `npm run endpoints`.
import type { startOauthSignin } from '../calls/start-oauth-signin.ts';
import type { EndpointOf } from '../endpoint.ts';

export const startOauthSigninEndpoint: EndpointOf<typeof startOauthSignin> = {
  method: 'POST',
  path: '/signin/oauth',
  keys: ['success', 'nonce'],
};
