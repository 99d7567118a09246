// Made from the contract by `npm run endpoints`.
import type { checkEmailCode } from '../calls/check-email-code.ts';
import type { EndpointOf } from '../endpoint.ts';

export const checkEmailCodeEndpoint: EndpointOf<typeof checkEmailCode> = {
  method: 'POST',
  path: '/check_email_verification_code',
  keys: ['success', 'clientLevel', 'errors'],
};
