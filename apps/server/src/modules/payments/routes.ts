import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { receiveWebhook } from './receive-webhook.ts';

/** Notices of the acquirer, as many as it sends: a duplicate is answered like the first, a refused one is told why by a code. */
export function paymentRoutes(app: FastifyInstance, context: AppContext): void {
  app.post('/webhooks/acquirer', { config: { isUnlimited: true } }, async (request, reply) => {
    const body = typeof request.body === 'string' ? request.body : '';
    const signature = request.headers['acquirer-signature'];
    const refused = await receiveWebhook(context, body, typeof signature === 'string' ? signature : '');
    if (refused !== undefined) return reply.code(400).send({ error: refused });
    return reply.code(204).send();
  });
}
