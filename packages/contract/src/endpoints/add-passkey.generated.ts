// Made from the contract by `npm run endpoints`.
import type { addPasskey } from '../calls/add-passkey.ts';
import type { EndpointOf } from '../endpoint.ts';

export const addPasskeyEndpoint: EndpointOf<typeof addPasskey> = {
  method: 'POST',
  path: '/client/passkeys/add',
  keys: ['success', 'recoveryCodes', 'errors'],
};
