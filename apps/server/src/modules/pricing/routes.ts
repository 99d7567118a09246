import { checkCoupon } from '@causeway/contract/calls/check-coupon';
import { getCalculation } from '@causeway/contract/calls/get-calculation';
import { getConfig } from '@causeway/contract/calls/get-config';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext, Reader } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { answerWithQuote } from './answer-calculation.ts';
import { buildConfig } from './build-config.ts';
import { priceOrder } from './price-order.ts';

/** C-01, C-04 and C-05. */
export function pricingRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, getConfig, async ({ request, language, identify }) =>
    buildConfig(context, { request, reader: await identify(), language }),
  );
  bindCall(app, context, getCalculation, ({ request, language, isVisitor, identify }) => {
    const answer = (reader: Reader) => answerWithQuote(context, { preorder: request, reader, language });
    return isVisitor ? answer({ kind: 'visitor' }) : identify().then(answer);
  });
  bindCall(app, context, checkCoupon, async ({ request, language, identify }) => {
    const { calculation } = await priceOrder(context, { preorder: request, reader: await identify(), language });
    const isGood = calculation.coupons.some(({ error }) => error === '');
    return { success: toFlag(isGood), coupons: calculation.coupons, errors: [] };
  });
}
