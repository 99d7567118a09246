// Made from the contract by `npm run endpoints`.
import type { renameCard } from '../calls/rename-card.ts';
import type { EndpointOf } from '../endpoint.ts';

export const renameCardEndpoint: EndpointOf<typeof renameCard> = {
  method: 'POST',
  path: '/card/rename',
  keys: ['success', 'errors'],
};
