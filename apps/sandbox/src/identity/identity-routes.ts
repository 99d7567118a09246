import type { FastifyInstance } from 'fastify';
import type { World } from '../world.ts';
import { identityApi } from './identity-api.ts';
import { identityPages } from './identity-pages.ts';

/** The identity check: its API, and the page on which people are checked. */
export function identityRoutes(app: FastifyInstance, world: World): void {
  const { identity: check, faults, timers, config } = world;
  const options = { check, faults, timers, ...config.identity, publicUrl: () => world.publicUrl };
  app.register(async (provider) => identityApi(provider, options), { prefix: '/identity/resources' });
  app.register(async (provider) => identityPages(provider, check), { prefix: '/identity' });
}
