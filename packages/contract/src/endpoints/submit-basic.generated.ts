// Made from the contract by `npm run endpoints`.
import type { submitBasic } from '../calls/submit-basic.ts';
import type { EndpointOf } from '../endpoint.ts';

export const submitBasicEndpoint: EndpointOf<typeof submitBasic> = {
  method: 'POST',
  path: '/verification/basic/submit',
  keys: ['success', 'clientLevel', 'errors'],
};
