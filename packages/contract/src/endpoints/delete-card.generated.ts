// Made from the contract by `npm run endpoints`.
import type { deleteCard } from '../calls/delete-card.ts';
import type { EndpointOf } from '../endpoint.ts';

export const deleteCardEndpoint: EndpointOf<typeof deleteCard> = {
  method: 'POST',
  path: '/card/delete',
  keys: ['success', 'errors'],
};
