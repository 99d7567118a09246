// Made from the contract by `npm run endpoints`.
import type { startConfirmByPasskey } from '../calls/start-confirm-by-passkey.ts';
import type { EndpointOf } from '../endpoint.ts';

export const startConfirmByPasskeyEndpoint: EndpointOf<typeof startConfirmByPasskey> = {
  method: 'POST',
  path: '/client/passkeys/confirm/start',
  keys: ['success', 'options', 'errors'],
};
