// Made from the contract by `npm run endpoints`.
import type { keepCard } from '../calls/keep-card.ts';
import type { EndpointOf } from '../endpoint.ts';

export const keepCardEndpoint: EndpointOf<typeof keepCard> = {
  method: 'POST',
  path: '/card/new',
  keys: ['success', 'errors'],
};
