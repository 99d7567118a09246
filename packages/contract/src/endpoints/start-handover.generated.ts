// Made from the contract by `npm run endpoints`.
import type { startHandover } from '../calls/start-handover.ts';
import type { EndpointOf } from '../endpoint.ts';

export const startHandoverEndpoint: EndpointOf<typeof startHandover> = {
  method: 'POST',
  path: '/verification/handover/new',
  keys: ['success', 'id', 'token', 'expiresInSec', 'errors'],
};
