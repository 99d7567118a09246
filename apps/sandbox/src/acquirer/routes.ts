import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import { acquirerApi } from './api.ts';
import { cardFrame } from './pages/card-frame.ts';
import { paymentPages } from './pages/payment-pages.ts';
import { sofortPages } from './pages/sofort-pages.ts';
import { threeDSecurePages } from './pages/three-d-secure-pages.ts';
import { walletPages } from './pages/wallet-pages.ts';

/** Every payment provider: its API, its pages, and what it puts into pages of shops. */
export function paymentProviderRoutes(app: FastifyInstance, world: World): void {
  const { payFirms, faults, timers, newId } = world;
  for (const firm of Object.values(payFirms))
    app.register(async (routes) => acquirerApi(routes, { firm, faults, timers, newId }), {
      prefix: `/${firm.path}/v1`,
    });
  for (const firm of [payFirms.acquirer, payFirms.acquirer_two])
    app.register(
      async (routes) => {
        paymentPages(routes, firm);
        threeDSecurePages(routes, firm);
        cardFrame(routes, firm, () => world.publicUrl);
      },
      { prefix: `/${firm.path}` },
    );
  app.register(async (routes) => sofortPages(routes, payFirms.sofort), { prefix: `/${payFirms.sofort.path}` });
  app.register(async (routes) => walletPages(routes, payFirms.wallet), { prefix: `/${payFirms.wallet.path}` });
}
