import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { addressFamily } from '../budgets/address-family.ts';
import { budgetOf, everything } from '../budgets/budgets.ts';
import type { AppContext } from '../context.ts';
import { Refusal } from '../errors.ts';

const minuteMs = 60_000;

/**
 * Refuses an IP address that sends too many requests, before its request is parsed: 429 with Retry-After. Every IP
 * address is counted in this process, by `request.ip`; for calls with a shared budget in the database too. Targets of a
 * call are counted where it is bound.
 */
export async function rateLimit(
  app: FastifyInstance,
  { config, budgets }: Pick<AppContext, 'config' | 'budgets'>,
): Promise<void> {
  if (config.RATE_LIMIT === 'off') return;
  await app.register(fastifyRateLimit, { global: false });
  const countAll = app.createRateLimit({
    max: everything,
    timeWindow: minuteMs,
    keyGenerator: (request) => addressFamily(request.ip),
  });
  const countCall = app.createRateLimit({
    max: (request) => budgetOf(nameOfRoute(request.routeOptions.config)).address,
    timeWindow: minuteMs,
    keyGenerator: (request) => `${nameOfRoute(request.routeOptions.config)} ${addressFamily(request.ip)}`,
  });

  app.addHook('onRequest', async (request) => {
    if (isUnlimited(request)) return;
    for (const count of [countAll, countCall]) {
      const result = await count(request);
      if (!result.isAllowed && result.isExceeded)
        throw new Refusal({ code: 'TOO_MANY_REQUESTS' }, { retryAfterSeconds: Math.max(1, result.ttlInSeconds) });
    }
    const call = nameOfRoute(request.routeOptions.config);
    const { address, isShared } = budgetOf(call);
    if (isShared !== true) return;
    const value = addressFamily(request.ip);
    await budgets.spend({ call, by: 'address', value, max: address, seconds: minuteMs / 1000, isShared });
  });
}

/** Probes, and files that browsers cache for ever. */
function isUnlimited(request: FastifyRequest): boolean {
  return request.routeOptions.config.isUnlimited === true || request.url.startsWith('/assets/');
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Name of the contract's call that a route serves. */
    call?: string;
    /** For the operator's own probes: no budget counts them. */
    isUnlimited?: boolean;
  }
}

/** The name of a route in budgets: its call, or `page` for everything else. */
function nameOfRoute(config: { call?: string | undefined } | undefined): string {
  return config?.call ?? 'page';
}
