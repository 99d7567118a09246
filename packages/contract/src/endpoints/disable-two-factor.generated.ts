// Made from the contract by `npm run endpoints`.
import type { disableTwoFactor } from '../calls/disable-two-factor.ts';
import type { EndpointOf } from '../endpoint.ts';

export const disableTwoFactorEndpoint: EndpointOf<typeof disableTwoFactor> = {
  method: 'POST',
  path: '/client/two_factor/disable',
  keys: ['success', 'isEnabled', 'error', 'errors'],
};
