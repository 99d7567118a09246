// Made from the contract by `npm run endpoints`.
import type { getDiscountConfig } from '../calls/get-discount-config.ts';
import type { EndpointOf } from '../endpoint.ts';

export const getDiscountConfigEndpoint: EndpointOf<typeof getDiscountConfig> = {
  method: 'GET',
  path: '/onramp/discount-config',
  keys: ['conf', 'currency', 'currentFee', 'currentPercent', 'maxPercent', 'currentTier', 'leftBeforeDiscount', 'nextLevel', 'prevFee', 'total', 'vipDiscount', 'tierName', 'tierNumber'],
};
