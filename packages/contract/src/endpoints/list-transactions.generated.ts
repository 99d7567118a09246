// Made from the contract by `npm run endpoints`.
import type { listTransactions } from '../calls/list-transactions.ts';
import type { EndpointOf } from '../endpoint.ts';

export const listTransactionsEndpoint: EndpointOf<typeof listTransactions> = {
  method: 'POST',
  path: '/transactions',
  keys: ['success', 'errors'],
};
