// Made from the contract by `npm run endpoints`.
import type { openHandover } from '../calls/open-handover.ts';
import type { EndpointOf } from '../endpoint.ts';

export const openHandoverEndpoint: EndpointOf<typeof openHandover> = {
  method: 'POST',
  path: '/verification/handover/open',
  keys: ['success', 'key', 'expiresInSec', 'errors'],
};
