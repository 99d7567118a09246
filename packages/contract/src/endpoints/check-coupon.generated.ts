// Made from the contract by `npm run endpoints`.
import type { checkCoupon } from '../calls/check-coupon.ts';
import type { EndpointOf } from '../endpoint.ts';

export const checkCouponEndpoint: EndpointOf<typeof checkCoupon> = {
  method: 'POST',
  path: '/onramp/coupon',
  keys: ['success', 'coupons', 'errors'],
};
