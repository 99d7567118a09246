// Made from the contract by `npm run endpoints`.
import type { getDepositReference } from '../calls/get-deposit-reference.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getDepositReferenceEndpoint: EndpointOf<typeof getDepositReference> = {
  method: 'POST',
  path: '/balance/deposit_reference',
  keys: ['success', 'account', 'currency', 'minAmount', 'errors'],
};
