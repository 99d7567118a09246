// Made from the contract by `npm run endpoints`.
import type { getAffiliateConfig } from '../calls/get-affiliate-config.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getAffiliateConfigEndpoint: EndpointOf<typeof getAffiliateConfig> = {
  method: 'GET',
  path: '/onramp/affiliate-config',
  keys: ['balance', 'currency', 'clientCryptedId', 'dealsRef1', 'dealsRef2', 'referrerPercent', 'urlBase', 'lastWeekReward', 'minPayin'],
};
