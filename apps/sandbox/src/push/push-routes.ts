import { createPublicKey, verify } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import { read } from '../web/read.ts';
import { Refusal } from '../web/refusal.ts';
import { appMessageRoutes } from './app-messages.ts';
import { BrowserKeys } from './browser-keys.ts';

type Options = { faults: Faults; newId: (prefix: string) => string; publicUrl: () => string };

/** A message as the browser would open it, with the headers that the service reads. */
type PushMessage = { subscription: string; ttl: number; topic: string; subject: string; message: unknown };

const headers = z.object({
  authorization: z.string().regex(/^vapid t=[\w.-]+, ?k=[\w-]+$/),
  ttl: z.coerce.number().int().min(0),
  topic: z.string().regex(/^[\w-]{1,32}$/),
  'content-encoding': z.literal('aes128gcm'),
});
const claims = z.object({ aud: z.string(), exp: z.number(), sub: z.string().regex(/^(mailto:|https:)/) });
const place = z.object({ id: z.string() });
const largest = 4096;

/**
 * A push service and the browsers that subscribed at it, simulated (RFC 8030, 8291, 8292): the control calls subscribe
 * as a browser does and list what it was shown.
 */
export function pushRoutes(app: FastifyInstance, { faults, newId, publicUrl }: Options): void {
  const browsers = new Map<string, { keys: BrowserKeys; key: string }>();
  const messages: PushMessage[] = [];
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: largest },
    (_request, body, done) => done(null, body),
  );
  appMessageRoutes(app, faults);
  app.post('/control/subscriptions', async (request) => {
    const { key } = read(z.object({ key: z.string() }), request.body);
    const id = newId('push');
    const keys = new BrowserKeys();
    browsers.set(id, { keys, key });
    return { id, endpoint: `${publicUrl()}/push/v1/${id}`, keys: keys.shown };
  });
  app.delete('/control/subscriptions/:id', async (request) => {
    browsers.delete(read(place, request.params).id);
    return {};
  });
  app.get('/control/messages', async () => ({ simulated: true, messages }));

  app.post('/v1/:id', async (request, reply) => {
    const { id } = read(place, request.params);
    const fault = faults.take('push');
    if (fault?.fault === 'error') return reply.code(500).send('The sandbox was asked to fail');
    const browser = fault?.fault === 'reject' ? undefined : browsers.get(id);
    if (browser === undefined) return reply.code(410).send('This subscription has ended');
    const given = read(headers, request.headers);
    const { sub } = checkSender(given.authorization, browser.key, publicUrl());
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const message: unknown = JSON.parse(browser.keys.open(body));
    messages.push({ subscription: id, ttl: given.ttl, topic: given.topic, subject: sub, message });
    return reply.code(201).send();
  });
}

/** @throws Refusal 403 unless the sender holds the key that the subscription was made with */
function checkSender(authorization: string, key: string, publicUrl: string): z.infer<typeof claims> {
  const [, token = '', shown = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [head = '', body = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = { kty: 'EC', crv: 'P-256', x: part(point, 1), y: part(point, 33) };
  const signed = Buffer.from(signature, 'base64url');
  const publicKey = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' as const };
  const isSigned = shown === key && verify('sha256', Buffer.from(`${head}.${body}`), publicKey, signed);
  const said = claims.safeParse(JSON.parse(Buffer.from(body, 'base64url').toString() || '{}'));
  const isFor = said.data?.aud === new URL(publicUrl).origin && said.data.exp * 1000 > Date.now();
  if (!isSigned || !said.success || !isFor) throw new Refusal(403, 'wrong_sender', 'The VAPID token is not good here');
  return said.data;
}

function part(point: Buffer, at: number): string {
  return point.subarray(at, at + 32).toString('base64url');
}
