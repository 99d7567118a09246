// Made from the contract by `npm run endpoints`.
import type { startPasskey } from '../calls/start-passkey.ts';
import type { EndpointOf } from '../endpoint.ts';

export const startPasskeyEndpoint: EndpointOf<typeof startPasskey> = {
  method: 'POST',
  path: '/client/passkeys/start',
  keys: ['success', 'options', 'errors'],
};
