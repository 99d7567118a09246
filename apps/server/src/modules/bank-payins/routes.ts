import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { webhookRefusal } from '../../errors.ts';
import { receiveBankWebhook } from './receive-bank-webhook.ts';

/** Webhooks of the bank, without a rate limit. */
export function bankRoutes(app: FastifyInstance, context: AppContext): void {
  app.post('/webhooks/bank', { config: { isUnlimited: true } }, async (request, reply) => {
    const body = typeof request.body === 'string' ? request.body : '';
    const signature = request.headers['bank-signature'];
    const refused = await receiveBankWebhook(context, body, typeof signature === 'string' ? signature : '');
    if (refused !== undefined) throw webhookRefusal(refused);
    return reply.code(204).send();
  });
}
