// Made from the contract by `npm run endpoints`.
import type { startPasskeySignin } from '../calls/start-passkey-signin.ts';
import type { EndpointOf } from '../endpoint.ts';

export const startPasskeySigninEndpoint: EndpointOf<typeof startPasskeySignin> = {
  method: 'POST',
  path: '/signin/passkey',
  keys: ['success', 'options'],
};
