import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import type { Timers } from '../timers.ts';
import { addFaultHooks } from '../web/fault-hooks.ts';
import type { OidcIssuer } from './issuer.ts';

type Options = { issuer: OidcIssuer; faults: Faults; timers: Timers; publicUrl: () => string };

const authorization = z.object({
  client_id: z.string().min(1).max(200),
  nonce: z.string().min(1).max(200),
  email: z.email(),
  email_verified: z.boolean().default(true),
});

/**
 * The sign-in provider, simulated: its description and keys for servers, and, in place of the provider's own app on a
 * phone, a call that gives the ID token of any e-mail address.
 */
export function oidcRoutes(app: FastifyInstance, { issuer, faults, timers, publicUrl }: Options): void {
  const address = () => `${publicUrl()}/oidc`;
  addFaultHooks(app, {
    provider: 'oidc',
    faults,
    timers,
    callName: ({ url }) => url.split('/').at(-1) ?? '',
    writes: () => true,
    reject: (reply) => reply.code(403).send({ error: 'access_denied' }),
  });
  app.get('/.well-known/openid-configuration', async () => ({
    issuer: address(),
    jwks_uri: `${address()}/jwks`,
    id_token_signing_alg_values_supported: ['ES256'],
    subject_types_supported: ['public'],
    simulated: true,
  }));
  app.get('/jwks', async () => issuer.keySet());
  app.options('/*', async (_request, reply) => allowAnyPage(reply).code(204).send());
  app.post('/token', async (request, reply) => {
    allowAnyPage(reply);
    const asked = authorization.safeParse(request.body);
    if (!asked.success)
      return reply.code(400).send({ error: 'invalid_request', error_description: asked.error.issues[0]?.message });
    const { client_id: clientId, email_verified: isEmailVerified, ...rest } = asked.data;
    return { id_token: issuer.issue(address(), { clientId, isEmailVerified, ...rest }), simulated: true };
  });
}

function allowAnyPage(reply: FastifyReply): FastifyReply {
  return reply
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', 'POST')
    .header('access-control-allow-headers', 'content-type');
}
