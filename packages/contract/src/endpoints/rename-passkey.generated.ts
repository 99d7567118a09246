// Made from the contract by `npm run endpoints`.
import type { renamePasskey } from '../calls/rename-passkey.ts';
import type { EndpointOf } from '../endpoint.ts';

export const renamePasskeyEndpoint: EndpointOf<typeof renamePasskey> = {
  method: 'POST',
  path: '/client/passkeys/rename',
  keys: ['success', 'errors'],
};
