import formbody from '@fastify/formbody';
import fastify from 'fastify';
import type { FastifyInstance } from 'fastify';
import { paymentProviderRoutes } from './acquirer/routes.ts';
import { bankApi } from './bank/bank-api.ts';
import { Refusal } from './web/refusal.ts';
import { captchaRoutes } from './captcha/captcha-routes.ts';
import { explorerPages } from './chain/explorer-pages.ts';
import { bitcoinRpcRoute } from './chain/rpc-route.ts';
import { ethereumExplorer } from './evm/explorer-pages.ts';
import { ethereumRpcRoute } from './evm/rpc-route.ts';
import { controlCalls } from './control/control-calls.ts';
import { identityRoutes } from './identity/identity-routes.ts';
import { marketRoutes } from './market/market-routes.ts';
import { oidcRoutes } from './oidc/oidc-routes.ts';
import { controlPage } from './pages/control-page.ts';
import { pushRoutes } from './push/push-routes.ts';
import { reportRoutes } from './reports/report-routes.ts';
import { smsGateway } from './sms/gateway.ts';
import { assetRoutes } from './web/assets.ts';
import { walletConnectRoutes } from './walletconnect/walletconnect-routes.ts';
import type { World } from './world.ts';

/** All paths of the sandbox, one provider under one prefix. */
export function createApp(world: World): FastifyInstance {
  const { captcha, market, inbox, faults, timers, newId, bitcoin } = world;
  const app = fastify({ logger: false, forceCloseConnections: true });
  app.register(formbody);
  // Many control calls have no body, and clients still declare JSON.
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') return done(null, undefined);
    try {
      return done(null, JSON.parse(body.toString()));
    } catch {
      return done(Object.assign(new Error('The body is not JSON'), { statusCode: 400 }));
    }
  });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof Refusal)
      return reply.code(error.status).send({ error: { code: error.code, message: error.message } });
    const status =
      error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
    const message = status < 500 && error instanceof Error ? error.message : 'The sandbox failed';
    if (status >= 500) console.error(error);
    return reply.code(status).send({ error: { code: status < 500 ? 'invalid_request' : 'internal', message } });
  });
  app.setNotFoundHandler((request, reply) =>
    reply.code(404).send({
      error: { code: 'not_found', message: `The sandbox has no ${request.method} ${request.url.slice(0, 200)}` },
    }),
  );

  app.register(async (part) => assetRoutes(part));
  app.register(async (part) => controlPage(part, world));
  app.register(async (part) => controlCalls(part, world), { prefix: '/control' });
  paymentProviderRoutes(app, world);
  identityRoutes(app, world);
  app.register(
    async (part) =>
      bankApi(part, { bank: world.bank, answers: world.bankAnswers, key: world.config.bankKey, faults, timers }),
    { prefix: '/bank/v1' },
  );
  app.register(
    async (part) =>
      bitcoinRpcRoute(part, {
        context: () => ({
          bitcoin: bitcoin.node,
          onBroadcast: (transaction, fee) => bitcoin.recordBroadcast(transaction, fee),
        }),
        faults,
        timers,
      }),
    { prefix: '/chains/bitcoin' },
  );
  app.register(async (part) => explorerPages(part, bitcoin), { prefix: '/chains/bitcoin' });
  app.register(async (part) => ethereumRpcRoute(part, { network: () => world.ethereum, faults, timers }), {
    prefix: '/chains/ethereum',
  });
  app.register(async (part) => ethereumExplorer(part, () => world.ethereum, world.journal), {
    prefix: '/chains/ethereum',
  });
  walletConnectRoutes(app, world);
  app.register(async (part) => smsGateway(part, { inbox, faults, timers, newId }), { prefix: '/sms' });
  const publicUrl = (): string => world.publicUrl;
  app.register(async (part) => pushRoutes(part, { faults, newId, publicUrl }), { prefix: '/push' });
  app.register(async (part) => captchaRoutes(part, { captcha, faults, timers, publicUrl }), { prefix: '/captcha' });
  app.register(async (part) => reportRoutes(part), { prefix: '/reports' });
  const oidc = { issuer: world.oidc, faults, timers, publicUrl };
  app.register(async (part) => oidcRoutes(part, oidc), { prefix: '/oidc' });
  app.register(async (part) => marketRoutes(part, { market, faults, timers }), { prefix: '/market' });
  return app;
}
