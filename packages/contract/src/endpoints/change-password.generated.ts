// Made from the contract by `npm run endpoints`.
import type { changePassword } from '../calls/change-password.ts';
import type { EndpointOf } from '../endpoint.ts';

export const changePasswordEndpoint: EndpointOf<typeof changePassword> = {
  method: 'POST',
  path: '/client/change_password',
  keys: ['success', 'access', 'refresh', 'errors'],
};
