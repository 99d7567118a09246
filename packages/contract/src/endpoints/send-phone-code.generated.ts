// Made from the contract by `npm run endpoints`.
import type { sendPhoneCode } from '../calls/send-phone-code.ts';
import type { EndpointOf } from '../endpoint.ts';

export const sendPhoneCodeEndpoint: EndpointOf<typeof sendPhoneCode> = {
  method: 'POST',
  path: '/verification/phone/send_code',
  keys: ['success', 'nextSmsRequestInSec', 'errors'],
};
