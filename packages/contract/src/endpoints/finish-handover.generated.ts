// Made from the contract by `npm run endpoints`.
import type { finishHandover } from '../calls/finish-handover.ts';
import type { EndpointOf } from '../endpoint.ts';

export const finishHandoverEndpoint: EndpointOf<typeof finishHandover> = {
  method: 'POST',
  path: '/verification/handover/done',
  keys: ['success', 'errors'],
};
