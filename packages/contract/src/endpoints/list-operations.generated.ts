// Made from the contract by `npm run endpoints`.
import type { listOperations } from '../calls/list-operations.ts';
import type { EndpointOf } from '../endpoint.ts';

export const listOperationsEndpoint: EndpointOf<typeof listOperations> = {
  method: 'POST',
  path: '/balance/history',
  keys: ['data', 'recordsFiltered', 'recordsTotal', 'worthCurrency'],
};
