import { createPublicKey, randomUUID, verify } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import { read } from '../web/read.ts';

/** The public half of the account's key, which every sandbox server signs with. */
const accountKey = [
  'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAqi2Xn3F8IG8hkKBaLgxofCV1x3OlHRJDJtL8Wg9B7bWdvlLSN+IG',
  'apc+4PPO+VnYpwQ209wkL5ldzS6GvzAVmQyfc5sD4slwLzEKcAJD/2cpey3ceaYILilPlo8VK9o4/NF1LXQwoV+BQMBFbcA6',
  'WBSkIhOCmhASTy5Men+vs8iUHAhadzMIqsQZgQJvcEJrf6kT61UuI7OC7VNB1OCvBHjLNmRUMGUCGp2RUPf20rKjmMAUrjIA',
  'n6H1SXR1xdDmU+pYK+bDOD0gqHE0NvR85CnzvRP9SLErrYqLRmjUSjaBgPcv1r08m0YQ69HETihfGNygmAAu3Ji35P+WNYxh',
  '0wIDAQAB',
].join('');
const project = 'causeway-sandbox';

const grant = z.object({
  grant_type: z.literal('urn:ietf:params:oauth:grant-type:jwt-bearer'),
  assertion: z.string(),
});
const claims = z.object({
  iss: z.string(),
  aud: z.string(),
  scope: z.literal('https://www.googleapis.com/auth/firebase.messaging'),
  exp: z.number(),
});
const sent = z.object({
  message: z.object({
    token: z.string(),
    notification: z.object({ title: z.string(), body: z.string() }),
    data: z.object({ path: z.string(), topic: z.string() }),
    android: z.object({ ttl: z.string(), notification: z.object({ tag: z.string() }) }),
    apns: z.object({ headers: z.record(z.string(), z.string()) }),
  }),
});
const device = z.object({ token: z.string() });

/**
 * Firebase Cloud Messaging (HTTP v1) and the phones behind it, simulated: the control calls list what phones were
 * shown, and uninstall the app of one.
 */
export function appMessageRoutes(app: FastifyInstance, faults: Faults): void {
  const issued = new Set<string>();
  const ended = new Set<string>();
  const messages: z.infer<typeof sent>['message'][] = [];
  app.get('/control/app-messages', async () => ({ simulated: true, messages }));
  app.delete('/control/apps/:token', async (request) => {
    ended.add(read(device, request.params).token);
    return {};
  });
  app.post('/fcm/token', async (request, reply) => {
    const { assertion } = read(grant, request.body);
    if (!isGood(assertion)) return reply.code(400).send({ error: 'invalid_grant' });
    const access = randomUUID();
    issued.add(access);
    return { access_token: access, expires_in: 3599, token_type: 'Bearer' };
  });
  app.post(`/fcm/v1/projects/${project}/messages::send`, async (request, reply) => {
    if (!issued.has(request.headers.authorization?.replace('Bearer ', '') ?? ''))
      return reply.code(401).send(refusal(401, 'UNAUTHENTICATED'));
    const fault = faults.take('push');
    if (fault?.fault === 'error') return reply.code(503).send(refusal(503, 'UNAVAILABLE'));
    const { message } = read(sent, request.body);
    if (fault?.fault === 'reject' || ended.has(message.token))
      return reply.code(404).send(refusal(404, 'NOT_FOUND', 'UNREGISTERED'));
    messages.push(message);
    return { name: `projects/${project}/messages/${messages.length}` };
  });
}

function refusal(code: number, status: string, errorCode?: string) {
  const type = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';
  const details = errorCode === undefined ? [] : [{ '@type': type, errorCode }];
  return { error: { code, message: `The sandbox says ${status}`, status, details } };
}

function isGood(assertion: string): boolean {
  const [head = '', body = '', signature = ''] = assertion.split('.');
  const key = createPublicKey({ key: Buffer.from(accountKey, 'base64'), format: 'der', type: 'spki' });
  const isSigned = verify('RSA-SHA256', Buffer.from(`${head}.${body}`), key, Buffer.from(signature, 'base64url'));
  const { data } = claims.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString() || '{}'));
  return isSigned && data?.aud.endsWith('/push/fcm/token') === true && data.exp * 1000 > Date.now();
}
