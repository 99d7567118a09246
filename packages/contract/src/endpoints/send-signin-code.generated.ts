// Made from the contract by `npm run endpoints`.
import type { sendSigninCode } from '../calls/send-signin-code.ts';
import type { EndpointOf } from '../endpoint.ts';

export const sendSigninCodeEndpoint: EndpointOf<typeof sendSigninCode> = {
  method: 'POST',
  path: '/signin/code/new',
  keys: ['success', 'uuid', 'nextEmailRequestInSec', 'errors'],
};
