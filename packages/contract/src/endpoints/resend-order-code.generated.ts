// Made from the contract by `npm run endpoints`.
import type { resendOrderCode } from '../calls/resend-order-code.ts';
import type { EndpointOf } from '../endpoint.ts';

export const resendOrderCodeEndpoint: EndpointOf<typeof resendOrderCode> = {
  method: 'POST',
  path: '/order/resend_code',
  keys: ['success', 'uuid', 'niceId', 'expirationSec', 'expirationTimeSec', 'codeFrom', 'errors'],
};
