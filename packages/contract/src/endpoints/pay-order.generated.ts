// Made from the contract by `npm run endpoints`.
import type { payOrder } from '../calls/pay-order.ts';
import type { EndpointOf } from '../endpoint.ts';

export const payOrderEndpoint: EndpointOf<typeof payOrder> = {
  method: 'POST',
  path: '/onramp/o/{niceId}/pay',
  keys: ['success', 'redirect', 'errors'],
};
