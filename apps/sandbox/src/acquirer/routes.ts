import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import { acquirerApi } from './api.ts';
import { cardFrame } from './pages/card-frame.ts';
import { paymentPages } from './pages/payment-pages.ts';
import { sofortPages } from './pages/sofort-pages.ts';
import { threeDSecurePages } from './pages/three-d-secure-pages.ts';
import { walletSheet } from './pages/wallet-sheet.ts';
import { walletPages } from './pages/wallet-pages.ts';

/** Every payment provider: its API, its pages, and what it puts into pages of shops. */
export function paymentProviderRoutes(app: FastifyInstance, world: World): void {
  const { payProviders, faults, timers, newId } = world;
  const publicUrl = () => world.publicUrl;
  for (const provider of Object.values(payProviders))
    app.register(async (routes) => acquirerApi(routes, { provider, faults, timers, newId, publicUrl }), {
      prefix: `/${provider.path}/v1`,
    });
  for (const provider of [payProviders.acquirer, payProviders.acquirer_two])
    app.register(
      async (routes) => {
        paymentPages(routes, provider);
        threeDSecurePages(routes, provider);
        cardFrame(routes, provider, publicUrl);
        walletSheet(routes, provider, publicUrl);
      },
      { prefix: `/${provider.path}` },
    );
  app.register(async (routes) => sofortPages(routes, payProviders.sofort), { prefix: `/${payProviders.sofort.path}` });
  app.register(async (routes) => walletPages(routes, payProviders.wallet), { prefix: `/${payProviders.wallet.path}` });
}
