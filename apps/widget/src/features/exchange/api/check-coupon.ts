import type { checkCoupon } from '@causeway/contract/calls/check-coupon';
import type { AnswerOf } from '@causeway/contract/define-call';
import type { Endpoint } from '../../../lib/api/endpoint.ts';
import type { CalculationRequest } from '../rules/calculation-request.ts';

export const checkCouponEndpoint: Endpoint<CalculationRequest, AnswerOf<typeof checkCoupon>> = {
  id: 'C-05',
  method: 'POST',
  path: '/onramp/coupon',
  keys: ['success', 'coupons', 'errors'],
};
