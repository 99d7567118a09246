// Made from the contract by `npm run endpoints`.
import type { enableTwoFactor } from '../calls/enable-two-factor.ts';
import type { EndpointOf } from '../endpoint.ts';

export const enableTwoFactorEndpoint: EndpointOf<typeof enableTwoFactor> = {
  method: 'POST',
  path: '/client/two_factor/enable',
  keys: ['success', 'isEnabled', 'recoveryCodes', 'error', 'errors'],
};
