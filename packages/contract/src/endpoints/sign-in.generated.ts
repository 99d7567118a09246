// Made from the contract by `npm run endpoints`.
import type { signIn } from '../calls/sign-in.ts';
import type { EndpointOf } from '../endpoint.ts';

export const signInEndpoint: EndpointOf<typeof signIn> = {
  method: 'POST',
  path: '/signin',
  keys: ['success', 'access', 'refresh', 'biometricToken', 'biometricTokenExpirationAt', 'errors'],
  isTraced: true,
};
