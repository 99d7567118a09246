// Made from the contract by `npm run endpoints`.
import type { checkPhoneCode } from '../calls/check-phone-code.ts';
import type { EndpointOf } from '../endpoint.ts';

export const checkPhoneCodeEndpoint: EndpointOf<typeof checkPhoneCode> = {
  method: 'POST',
  path: '/verification/phone/check_code',
  keys: ['success', 'clientLevel', 'errors'],
};
