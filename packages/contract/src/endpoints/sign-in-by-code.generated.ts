// Made from the contract by `npm run endpoints`.
import type { signInByCode } from '../calls/sign-in-by-code.ts';
import type { EndpointOf } from '../endpoint.ts';

export const signInByCodeEndpoint: EndpointOf<typeof signInByCode> = {
  method: 'POST',
  path: '/signin/code',
  keys: ['success', 'access', 'refresh', 'biometricToken', 'biometricTokenExpirationAt', 'errors'],
  isTraced: true,
};
