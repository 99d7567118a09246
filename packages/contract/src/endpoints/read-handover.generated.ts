// Made from the contract by `npm run endpoints`.
import type { readHandover } from '../calls/read-handover.ts';
import type { EndpointOf } from '../endpoint.ts';

export const readHandoverEndpoint: EndpointOf<typeof readHandover> = {
  method: 'POST',
  path: '/verification/handover',
  keys: ['success', 'state', 'deviceName', 'documents', 'errors'],
};
