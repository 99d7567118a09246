// Made from the contract by `npm run endpoints`.
import type { listAffiliateStatistics } from '../calls/list-affiliate-statistics.ts';
import type { EndpointOf } from '../endpoint.ts';

export const listAffiliateStatisticsEndpoint: EndpointOf<typeof listAffiliateStatistics> = {
  method: 'POST',
  path: '/referral/statistics',
  keys: ['data', 'recordsTotal'],
};
