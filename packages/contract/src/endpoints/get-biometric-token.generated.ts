// Made from the contract by `npm run endpoints`.
import type { getBiometricToken } from '../calls/get-biometric-token.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getBiometricTokenEndpoint: EndpointOf<typeof getBiometricToken> = {
  method: 'POST',
  path: '/client/biometric_token',
  keys: ['success', 'biometricToken', 'biometricTokenExpirationAt', 'errors'],
};
