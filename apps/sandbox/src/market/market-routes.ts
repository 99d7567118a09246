import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import type { Timers } from '../timers.ts';
import { addFaultHooks } from '../web/fault-hooks.ts';
import type { Market } from './market.ts';

const shape = z.object({ every: z.enum(['hour', 'day']) });

type Options = { market: Market; faults: Faults; timers: Timers };

/** The market feed: GET /market/v1/prices, and the past: GET /market/v1/history?every=hour or day. */
export function marketRoutes(app: FastifyInstance, { market, faults, timers }: Options): void {
  // Before the faults, which are counted by questions for prices.
  app.get('/v1/history', async (request) => market.history(shape.parse(request.query).every));
  addFaultHooks(app, {
    provider: 'market',
    faults,
    timers,
    callName: () => 'prices',
    writes: () => true,
    reject: (reply) =>
      reply
        .code(429)
        .header('retry-after', '1')
        .send({ error: { code: 'rate_limited', message: 'Too many requests' } }),
  });
  app.get(
    '/v1/prices',
    {
      preHandler: async (_request, reply) => {
        const fault = faults.take('market', (candidate) => candidate.fault === 'stale' || candidate.fault === 'gone');
        if (fault?.fault === 'gone') return reply.send({ at: Date.now(), prices: [] });
        if (fault === undefined) return undefined;
        const { at, prices } = market.prices();
        return reply.send({ at: at - fault.delay_ms, prices });
      },
    },
    async () => market.prices(),
  );
}
