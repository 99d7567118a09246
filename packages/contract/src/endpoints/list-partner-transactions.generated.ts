// Made from the contract by `npm run endpoints`.
import type { listPartnerTransactions } from '../calls/list-partner-transactions.ts';
import type { EndpointOf } from '../endpoint.ts';

export const listPartnerTransactionsEndpoint: EndpointOf<typeof listPartnerTransactions> = {
  method: 'POST',
  path: '/partner/transactions',
  keys: ['success', 'errors'],
};
