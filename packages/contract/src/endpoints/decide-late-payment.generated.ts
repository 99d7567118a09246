// Made from the contract by `npm run endpoints`.
import type { decideLatePayment } from '../calls/decide-late-payment.ts';
import type { EndpointOf } from '../endpoint.ts';

export const decideLatePaymentEndpoint: EndpointOf<typeof decideLatePayment> = {
  method: 'POST',
  path: '/lt_decision',
  keys: ['success', 'errors'],
};
