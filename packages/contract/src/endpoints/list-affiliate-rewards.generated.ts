// Made from the contract by `npm run endpoints`.
import type { listAffiliateRewards } from '../calls/list-affiliate-rewards.ts';
import type { EndpointOf } from '../endpoint.ts';

export const listAffiliateRewardsEndpoint: EndpointOf<typeof listAffiliateRewards> = {
  method: 'POST',
  path: '/referral/statement',
  keys: ['data', 'recordsTotal'],
};
