import { readFile } from 'node:fs/promises';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { Refusal } from '../errors.ts';

const folder = new URL('../../../playground/dist/page/', import.meta.url);

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What the widget in the frame may use, as a partner's page would allow it. */
const features = ['camera', 'payment', 'publickey-credentials-create', 'publickey-credentials-get'];

/** The playground for partners: every option beside the running widget, which our own origin may frame. */
export async function playground(app: FastifyInstance, { config }: AppContext): Promise<void> {
  const { origin } = new URL(config.PUBLIC_URL);
  const permissions = features.map((name) => `${name}=(self "${origin}")`).join(', ');
  await app.register(fastifyStatic, {
    root: new URL('assets/', folder).pathname,
    prefix: '/playground/assets/',
    immutable: true,
    maxAge: '1y',
    decorateReply: false,
    wildcard: false,
  });
  app.get('/playground', async (_request, reply) => {
    const page = await readFile(new URL('index.html', folder)).catch((error: unknown) => {
      throw new Refusal({ code: 'NOT_FOUND' }, { cause: error });
    });
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', contentSecurityPolicy)
      .header('permissions-policy', `geolocation=(), microphone=(), ${permissions}`)
      .send(page);
  });
}
