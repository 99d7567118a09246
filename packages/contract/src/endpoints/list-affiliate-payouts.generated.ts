// Made from the contract by `npm run endpoints`.
import type { listAffiliatePayouts } from '../calls/list-affiliate-payouts.ts';
import type { EndpointOf } from '../endpoint.ts';

export const listAffiliatePayoutsEndpoint: EndpointOf<typeof listAffiliatePayouts> = {
  method: 'POST',
  path: '/referral/payouts',
  keys: ['data', 'recordsTotal'],
};
