// Made from the contract by `npm run endpoints`.
import type { removePasskey } from '../calls/remove-passkey.ts';
import type { EndpointOf } from '../endpoint.ts';

export const removePasskeyEndpoint: EndpointOf<typeof removePasskey> = {
  method: 'POST',
  path: '/client/passkeys/remove',
  keys: ['success', 'errors'],
};
