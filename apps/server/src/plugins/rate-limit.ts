import fastifyRateLimit from '@fastify/rate-limit';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AppContext } from '../context.ts';
import { Refusal } from '../errors.ts';
import { nameOfRoute } from './route-config.ts';

/**
 * Requests a minute from one address, by call. Typing an amount asks for a price every 600 ms at most, an open
 * order asks every 8 s: a household behind one address stays far below. Whoever guesses stays below a guess a second.
 */
export const budgets: Readonly<Record<string, number>> = {
  getCalculation: 300,
  getClient: 240,
  getConfig: 240,
  getOrder: 240,
  getLocaleKeys: 120,
  createOrder: 60,
  payOrder: 60,
  cancelOrder: 60,
  signUp: 60,
  signIn: 60,
  logOut: 60,
  refreshAccessToken: 120,
  sendEmailCode: 30,
  checkEmailCode: 30,
  page: 600,
};

const otherCall = 120;
/** All calls and pages together. */
const everything = 3_000;
const window = 60_000;

/** Turns away an address that asks too much: 429 with Retry-After. Counted in this process, by `request.ip`. */
export async function rateLimit(app: FastifyInstance, { config }: Pick<AppContext, 'config'>): Promise<void> {
  if (config.RATE_LIMIT === 'off') return;
  await app.register(fastifyRateLimit, { global: false });
  const countAll = app.createRateLimit({
    max: everything,
    timeWindow: window,
    keyGenerator: addressOf,
  });
  const countCall = app.createRateLimit({
    max: (request) => budgets[nameOfRoute(request.routeOptions.config)] ?? otherCall,
    timeWindow: window,
    keyGenerator: (request) => `${nameOfRoute(request.routeOptions.config)} ${addressOf(request)}`,
  });

  app.addHook('onRequest', async (request) => {
    if (isUnlimited(request)) return;
    for (const count of [countAll, countCall]) {
      const result = await count(request);
      if (!result.isAllowed && result.isExceeded)
        throw new Refusal({ code: 'TOO_MANY_REQUESTS' }, { retryAfterSeconds: Math.max(1, result.ttlInSeconds) });
    }
  });
}

/** Probes, and files that browsers keep for ever. */
function isUnlimited(request: FastifyRequest): boolean {
  return request.routeOptions.config.isUnlimited === true || request.url.startsWith('/assets/');
}

/** An address of IPv6 counts with its whole /64, which one customer has. */
function addressOf(request: FastifyRequest): string {
  const { ip } = request;
  if (!ip.includes(':') || ip.startsWith('::ffff:')) return ip;
  const [head = '', tail] = ip.split('::');
  const groups = head === '' ? [] : head.split(':');
  const missing = tail === undefined ? 0 : 8 - groups.length - (tail === '' ? 0 : tail.split(':').length);
  return [...groups, ...Array.from({ length: missing }, () => '0')].slice(0, 4).join(':');
}
