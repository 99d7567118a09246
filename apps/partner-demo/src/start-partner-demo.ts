import { existsSync } from 'node:fs';
import { join } from 'node:path';
import serveFiles from '@fastify/static';
import fastify from 'fastify';
import { CLIENT_FOLDER } from './client-folder.ts';
import type { PartnerDemoConfig } from './config.ts';
import { webhookList } from './pages/webhook-list.ts';
import { renderPage } from './pages/render-page.ts';
import { INTEGRATIONS } from './pages/integrations.ts';
import { mintToken } from './mint-token.ts';
import { receiveWebhook } from './receive-webhook.ts';
import { startPhone } from './start-phone.ts';

/** A running partner's shop. */
export interface PartnerDemo {
  /** Where browsers reach it, such as `http://localhost:4002`. */
  url: string;
  close: () => Promise<void>;
}

const contentPolicy = ({ productOrigin, sandboxOrigin }: PartnerDemoConfig) =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' data:",
    // The SDK asks Causeway why a frame stays silent.
    `connect-src 'self' ${productOrigin}`,
    // The card provider's page may open inside the frame.
    `frame-src ${productOrigin} ${sandboxOrigin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const isTheme = (value: unknown): value is 'light' | 'dark' => value === 'light' || value === 'dark';

/** Serves the shop; port 0 takes a free one. Throws when the port is taken or the page was not built. */
export async function startPartnerDemo(config: PartnerDemoConfig): Promise<PartnerDemo> {
  if (!existsSync(join(CLIENT_FOLDER, 'causeway.js'))) {
    throw new Error(
      'The partner demo is not built. Run "npm run build -w packages/sdk" and "npm run build -w apps/partner-demo".',
    );
  }
  const phone = await startPhone(config.productOrigin);
  const app = fastify({ forceCloseConnections: true });
  app.addHook('onSend', async (_request, reply) => {
    reply.header('content-security-policy', contentPolicy(config));
    reply.header('x-content-type-options', 'nosniff');
  });
  await app.register(serveFiles, { root: CLIENT_FOLDER, prefix: '/assets/' });
  for (const integration of INTEGRATIONS) {
    app.get<{ Querystring: { theme?: unknown } }>(integration.path, async (request, reply) => {
      const { theme } = request.query;
      reply.type('text/html; charset=utf-8');
      return renderPage({
        integration,
        facts: { ...config, phoneUrl: phone.url, theme: isTheme(theme) ? theme : 'auto' },
      });
    });
  }
  app.removeAllContentTypeParsers();
  // The signature is of the raw body, so nothing may parse it before.
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.post('/session-token', async () => mintToken(config.productOrigin, config.merchantSecret));
  app.post('/webhooks/causeway', async (request, reply) => {
    const signature = request.headers['causeway-signature'];
    const status = await receiveWebhook(String(request.body), signature?.toString(), config.webhookSecrets);
    return reply.code(status).send();
  });
  app.get('/notices', async (_request, reply) => reply.type('text/html; charset=utf-8').send(webhookList()));
  app.addHook('onClose', async () => phone.close());
  app.get('/healthz', async () => ({ ok: true }));
  // Not only 127.0.0.1: some systems resolve localhost to ::1 first.
  await app.listen({ port: config.port, host: 'localhost' }).catch(async (error: unknown) => {
    await app.close();
    throw error;
  });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  return { url: `http://localhost:${port}`, close: () => app.close() };
}
