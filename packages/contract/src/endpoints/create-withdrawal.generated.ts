// Made from the contract by `npm run endpoints`.
import type { createWithdrawal } from '../calls/create-withdrawal.ts';
import type { EndpointOf } from '../endpoint.ts';

export const createWithdrawalEndpoint: EndpointOf<typeof createWithdrawal> = {
  method: 'POST',
  path: '/balance/withdrawal/new',
  keys: ['success', 'errors'],
  isTraced: true,
};
