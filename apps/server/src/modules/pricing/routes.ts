import { checkCoupon } from '@causeway/contract/calls/check-coupon';
import { getCalculation } from '@causeway/contract/calls/get-calculation';
import { getConfig } from '@causeway/contract/calls/get-config';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext, Caller } from '../../context.ts';
import { Refusal } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { admitCoupon } from '../coupons/admit-coupon.ts';
import { answerWithQuote } from './answer-calculation.ts';
import { buildConfig } from './config/build-config.ts';
import { priceOrder } from './price-order.ts';

/** C-01, C-04 and C-05. */
export function pricingRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, getConfig, async ({ request, language, ip, identify }) => {
    const caller = await identify();
    await admitCoupon(context, { ...request, ip, caller });
    return buildConfig(context, { request, caller, language });
  });
  bindCall(app, context, getCalculation, ({ request, language, ip, isVisitor, identify }) => {
    const answer = (caller: Caller) => answerWithQuote(context, { preorder: request, caller, language });
    // Nearly every price is without a coupon, and needs no waiting.
    if (request.coupon === undefined) return isVisitor ? answer({ kind: 'visitor' }) : identify().then(answer);
    return identify().then((caller) => admitCoupon(context, { ...request, ip, caller }).then(() => answer(caller)));
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
