// Made from the contract by `npm run endpoints`.
import type { logOut } from '../calls/log-out.ts';
import type { EndpointOf } from '../endpoint.ts';

export const logOutEndpoint: EndpointOf<typeof logOut> = {
  method: 'POST',
  path: '/logout',
  keys: ['success'],
};
