// Made from the contract by `npm run endpoints`.
import type { getWithdrawalConfig } from '../calls/get-withdrawal-config.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getWithdrawalConfigEndpoint: EndpointOf<typeof getWithdrawalConfig> = {
  method: 'GET',
  path: '/onramp/balance-withdrawal-config',
  keys: ['payinSelect', 'payoutSelect', 'groupRules', 'default', 'errors'],
};
