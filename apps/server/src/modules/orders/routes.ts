import { cancelOrder as cancelOrderCall } from '@causeway/contract/calls/cancel-order';
import { createOrder as createOrderCall } from '@causeway/contract/calls/create-order';
import { getOrder as getOrderCall } from '@causeway/contract/calls/get-order';
import { toFlag } from '@causeway/contract/fields/fields';
import { isWithdrawal } from '@causeway/domain/orders/is-withdrawal';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { cancelOrder } from './end-unpaid-order.ts';
import { openOrderCall } from './open-order-call.ts';
import { placeOrderCall } from './place-order-call.ts';
import { readOrder } from './read-order.ts';

/** Orders: C-28 to C-30. */
export function orderRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, createOrderCall, (input) => placeOrderCall(context, input), { captcha: 'by handler' });
  bindCall(app, context, getOrderCall, (input) => openOrderCall(context, input));
  bindCall(app, context, cancelOrderCall, async (input) => {
    const { params, request, language } = input;
    const caller = await input.identify();
    const isCanceled = await cancelOrder(context, params.niceId, caller, request.partnerKey);
    const order = await readOrder(context, params, caller);
    const message = isWithdrawal(order) ? 'tpl:order:canceled_withdrawal' : 'tpl:order:canceled_message';
    const errors = isCanceled ? [] : [context.texts.toErrorItem(language, { code: 'CANT_CANCEL' })];
    return {
      success: toFlag(isCanceled),
      message: isCanceled ? context.texts.say(language, message) : '',
      errorMessage: errors[0]?.text ?? '',
      errors,
      order,
    };
  });
}
