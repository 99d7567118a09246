// Made from the contract by `npm run endpoints`.
import type { listPasskeys } from '../calls/list-passkeys.ts';
import type { EndpointOf } from '../endpoint.ts';

export const listPasskeysEndpoint: EndpointOf<typeof listPasskeys> = {
  method: 'POST',
  path: '/client/passkeys',
  keys: ['success', 'passkeys'],
};
