// Made from the contract by `npm run endpoints`.
import type { endHandover } from '../calls/end-handover.ts';
import type { EndpointOf } from '../endpoint.ts';

export const endHandoverEndpoint: EndpointOf<typeof endHandover> = {
  method: 'POST',
  path: '/verification/handover/end',
  keys: ['success', 'errors'],
};
