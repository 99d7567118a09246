// Made from the contract by `npm run endpoints`.
import type { followChanges } from '../calls/follow-changes.ts';
import type { EndpointOf } from '../endpoint.ts';

export const followChangesEndpoint: EndpointOf<typeof followChanges> = {
  method: 'GET',
  path: '/client/changes',
  keys: [],
};
