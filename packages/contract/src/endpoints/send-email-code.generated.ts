// Made from the contract by `npm run endpoints`.
import type { sendEmailCode } from '../calls/send-email-code.ts';
import type { EndpointOf } from '../endpoint.ts';

export const sendEmailCodeEndpoint: EndpointOf<typeof sendEmailCode> = {
  method: 'POST',
  path: '/send_email_confirmation_link',
  keys: ['success', 'nextEmailRequestInSec', 'errors'],
};
