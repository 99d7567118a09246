// Made from the contract by `npm run endpoints`.
import type { confirmByPasskey } from '../calls/confirm-by-passkey.ts';
import type { EndpointOf } from '../endpoint.ts';

export const confirmByPasskeyEndpoint: EndpointOf<typeof confirmByPasskey> = {
  method: 'POST',
  path: '/client/passkeys/confirm',
  keys: ['success', 'code', 'errors'],
};
