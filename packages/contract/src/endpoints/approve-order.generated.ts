// Made from the contract by `npm run endpoints`.
import type { approveOrder } from '../calls/approve-order.ts';
import type { EndpointOf } from '../endpoint.ts';

export const approveOrderEndpoint: EndpointOf<typeof approveOrder> = {
  method: 'POST',
  path: '/order/approve_withdrawal',
  keys: ['success', 'niceId', 'errors'],
};
