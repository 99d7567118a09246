import { payOrder as payOrderCall } from '@causeway/contract/calls/pay-order';
import { toFlag } from '@causeway/contract/fields/fields';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { webhookRefusal } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { payOrder } from './pay-order.ts';
import { receiveWebhook } from './results/receive-webhook.ts';

/**
 * C-31, and the webhooks of every payment provider, without a rate limit: a duplicate is answered like the first, a
 * refusal has a code with its reason.
 */
export function paymentRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, payOrderCall, async (input) => ({
    success: toFlag(true),
    redirect: await payOrder(context, input.params.niceId, await input.identify(), input.request),
    errors: [],
  }));
  for (const acquirer of context.providers.acquirers.all)
    app.post(`/webhooks/${acquirer.webhookPath}`, { config: { isUnlimited: true } }, async (request, reply) => {
      const body = typeof request.body === 'string' ? request.body : '';
      const signature = request.headers['acquirer-signature'];
      const refused = await receiveWebhook(context, acquirer, body, typeof signature === 'string' ? signature : '');
      if (refused !== undefined) throw webhookRefusal(refused);
      return reply.code(204).send();
    });
}
