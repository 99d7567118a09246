// Made from the contract by `npm run endpoints`.
import type { listSessions } from '../calls/list-sessions.ts';
import type { EndpointOf } from '../endpoint.ts';

export const listSessionsEndpoint: EndpointOf<typeof listSessions> = {
  method: 'POST',
  path: '/client/sessions',
  keys: ['success', 'sessions', 'credentials'],
};
