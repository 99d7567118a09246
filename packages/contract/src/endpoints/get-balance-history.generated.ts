// Made from the contract by `npm run endpoints`.
import type { getBalanceHistory } from '../calls/get-balance-history.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getBalanceHistoryEndpoint: EndpointOf<typeof getBalanceHistory> = {
  method: 'POST',
  path: '/balance/value_history',
  keys: ['success', 'currency', 'points', 'errors'],
};
