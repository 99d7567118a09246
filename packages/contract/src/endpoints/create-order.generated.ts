// Made from the contract by `npm run endpoints`.
import type { createOrder } from '../calls/create-order.ts';
import type { EndpointOf } from '../endpoint.ts';

export const createOrderEndpoint: EndpointOf<typeof createOrder> = {
  method: 'POST',
  path: '/onramp/o/new',
  keys: ['success', 'order', 'orderId', 'errors', 'error', 'purchaseParamsPayin', 'purchaseParamsPayout', 'redirect'],
  isTraced: true,
};
