import { checkCoupon } from '@causeway/contract/calls/check-coupon';
import { getConfig } from '@causeway/contract/calls/get-config';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { admitCoupon } from '../coupons/benefits.ts';
import { buildConfig } from './config/build-config.ts';
import { priceOrder } from './price-order.ts';

/** C-01 and C-05. */
export function pricingRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, getConfig, async ({ request, language, ip, identify }) => {
    const caller = await identify();
    await admitCoupon(context, { ...request, ip, caller });
    return buildConfig(context, { request, caller, language });
  });
  bindCall(app, context, checkCoupon, async ({ request, language, ip, identify }) => {
    const caller = await identify();
    if (request.coupon.trim() === '') throw new Refusal({ code: 'REQUIRED', field: 'coupon' });
    await admitCoupon(context, { ...request, ip, caller });
    const { calculation } = await priceOrder(context, { preorder: request, caller, language });
    const isGood = calculation.coupons.some(({ error }) => error === '');
    return { success: toFlag(isGood), coupons: calculation.coupons, errors: [] };
  });
}
