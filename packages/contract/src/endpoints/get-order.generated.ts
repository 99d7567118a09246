// Made from the contract by `npm run endpoints`.
import type { getOrder } from '../calls/get-order.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getOrderEndpoint: EndpointOf<typeof getOrder> = {
  method: 'POST',
  path: '/onramp/o/{niceId}',
  keys: ['order', 'errors'],
};
