// Made from the contract by `npm run endpoints`.
import type { endSession } from '../calls/end-session.ts';
import type { EndpointOf } from '../endpoint.ts';

export const endSessionEndpoint: EndpointOf<typeof endSession> = {
  method: 'POST',
  path: '/client/sessions/end',
  keys: ['success', 'errors'],
};
