// Made from the contract by `npm run endpoints`.
import type { getTwoFactor } from '../calls/get-two-factor.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getTwoFactorEndpoint: EndpointOf<typeof getTwoFactor> = {
  method: 'POST',
  path: '/client/two_factor',
  keys: ['error', 'key', 'keyNice', 'url', 'isEnabled', 'duration'],
};
