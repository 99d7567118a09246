// Made from the contract by `npm run endpoints`.
import type { getPhone } from '../calls/get-phone.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getPhoneEndpoint: EndpointOf<typeof getPhone> = {
  method: 'POST',
  path: '/client/phone',
  keys: ['success', 'phone', 'country'],
};
