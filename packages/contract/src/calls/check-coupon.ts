import { z } from 'zod';
import { defineCall } from '../define-call.ts';
import { errorItems } from '../errors/error-item.ts';
import { flag, line } from '../fields/fields.ts';
import { couponResult } from '../shapes/calculation.ts';
import { preorderFields, preorderExample } from '../shapes/preorder.ts';

/** C-05 Coupon check, for the apply button of the coupon field. */
export const checkCoupon = defineCall({
  id: 'C-05',
  name: 'checkCoupon',
  summary: 'What a coupon is worth for a preorder',
  method: 'POST',
  path: '/onramp/coupon',
  encoding: 'form',
  access: 'anyone',
  params: z.object({}),
  request: z.object({ ...preorderFields, coupon: line(64) }),
  example: { ...preorderExample, coupon: 'WELCOME' },
  answer: z.object({ success: flag, coupons: z.array(couponResult), errors: errorItems }),
});
