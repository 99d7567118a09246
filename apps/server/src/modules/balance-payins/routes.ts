import { approveOrder as approveOrderCall } from '@causeway/contract/calls/approve-order';
import { resendOrderCode } from '@causeway/contract/calls/resend-order-code';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { resendConfirmation } from '../confirmations/resend-confirmation.ts';
import { clientIdOf } from '../clients/client-id-of.ts';
import { approveOrder } from './approve-order.ts';

/** C-32 and C-33. */
export function balancePayinRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, approveOrderCall, async ({ request, language, identify }) => {
    const clientId = clientIdOf(await identify());
    const { niceId, refused } = await approveOrder(context, { ...request, clientId });
    return {
      success: toFlag(refused === undefined),
      niceId,
      errors: refused === undefined ? [] : [context.texts.toErrorItem(language, refused)],
    };
  });

  bindCall(app, context, resendOrderCode, async ({ request, language, identify }) => {
    const clientId = clientIdOf(await identify());
    const { confirmation, refused } = await resendConfirmation(context, { uuid: request.uuid, clientId });
    return {
      success: toFlag(refused === undefined),
      ...confirmation,
      errors: refused === undefined ? [] : [context.texts.toErrorItem(language, refused)],
    };
  });
}
