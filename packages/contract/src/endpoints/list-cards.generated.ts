// Made from the contract by `npm run endpoints`.
import type { listCards } from '../calls/list-cards.ts';
import type { EndpointOf } from '../endpoint.ts';

export const listCardsEndpoint: EndpointOf<typeof listCards> = {
  method: 'POST',
  path: '/cards',
  keys: ['success', 'cards', 'tokenize', 'errors'],
};
