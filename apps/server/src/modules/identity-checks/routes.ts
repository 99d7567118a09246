import { openIdentityCheck } from '@causeway/contract/calls/open-identity-check';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../../context.ts';
import { webhookRefusal } from '../../errors.ts';
import { bindCall } from '../../plugins/bind-call.ts';
import { clientIdOf } from '../clients/store.ts';
import { openCheck } from './open-check.ts';
import { receiveIdentityWebhook } from './receive-identity-webhook.ts';

/** C-21, and the webhooks of the provider, without a rate limit. */
export function identityCheckRoutes(app: FastifyInstance, context: AppContext): void {
  bindCall(app, context, openIdentityCheck, async ({ request, language, identify }) =>
    openCheck(context, clientIdOf(await identify()), { wizard: request.wizard, language }),
  );
  const provider = context.providers.identityCheck;
  if (provider === undefined) return;
  app.post('/webhooks/identity-check', { config: { isUnlimited: true } }, async (request, reply) => {
    const body = typeof request.body === 'string' ? request.body : '';
    const header = (name: string) => String(request.headers[name] ?? '');
    const signature = { digest: header('x-payload-digest'), algorithm: header('x-payload-digest-alg') };
    const refused = await receiveIdentityWebhook(context, provider, body, signature);
    if (refused !== undefined) throw webhookRefusal(refused);
    return reply.code(204).send();
  });
}
