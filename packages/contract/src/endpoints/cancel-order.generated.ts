// Made from the contract by `npm run endpoints`.
import type { cancelOrder } from '../calls/cancel-order.ts';
import type { EndpointOf } from '../endpoint.ts';

export const cancelOrderEndpoint: EndpointOf<typeof cancelOrder> = {
  method: 'POST',
  path: '/onramp/o/{niceId}/cancel',
  keys: ['success', 'message', 'errorMessage', 'order', 'errors'],
};
