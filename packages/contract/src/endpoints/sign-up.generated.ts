// Made from the contract by `npm run endpoints`.
import type { signUp } from '../calls/sign-up.ts';
import type { EndpointOf } from '../endpoint.ts';

export const signUpEndpoint: EndpointOf<typeof signUp> = {
  method: 'POST',
  path: '/signup',
  keys: ['success', 'access', 'refresh', 'biometricToken', 'biometricTokenExpirationAt', 'errors'],
  isTraced: true,
};
