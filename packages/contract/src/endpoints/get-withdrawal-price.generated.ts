// Made from the contract by `npm run endpoints`.
import type { getWithdrawalPrice } from '../calls/get-withdrawal-price.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getWithdrawalPriceEndpoint: EndpointOf<typeof getWithdrawalPrice> = {
  method: 'GET',
  path: '/balance/withdrawal/calc',
  keys: ['calc', 'limits', 'errors'],
};
