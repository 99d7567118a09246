import { payOrder as payOrderCall } from '@causeway/contract/calls/pay-order';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { payOrder } from './pay-order.ts';

/** C-31. */
export function paymentRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, payOrderCall, async (input) => ({
    success: toFlag(true),
    redirect: await payOrder(context, input.params.niceId, await input.identify(), input.request),
    errors: [],
  }));
}
