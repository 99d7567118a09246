// Made from the contract by `npm run endpoints`.
import type { getPriceHistory } from '../calls/get-price-history.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getPriceHistoryEndpoint: EndpointOf<typeof getPriceHistory> = {
  method: 'GET',
  path: '/onramp/price_history',
  keys: ['success', 'change', 'points', 'errors'],
};
