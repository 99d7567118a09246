// Made from the contract by `npm run endpoints`.
import type { resetPassword } from '../calls/reset-password.ts';
import type { EndpointOf } from '../endpoint.ts';

export const resetPasswordEndpoint: EndpointOf<typeof resetPassword> = {
  method: 'POST',
  path: '/password/reset',
  keys: ['success', 'errors'],
};
