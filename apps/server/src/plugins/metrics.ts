import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AppContext } from '../context.ts';
import { Refusal } from '../errors.ts';
import './route-config.ts';

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Numbers that only a room knows, asked for when somebody reads the metrics. */
export interface MetricSources {
  /** How many orders have each status. */
  countOrders?: () => Promise<Readonly<Record<string, number>>>;
}

/**
 * Measures every answer and serves `/metrics` for Prometheus. With METRICS_TOKEN set, readers must show it; a
 * live server without one serves no metrics.
 */
export function metrics(app: FastifyInstance, context: AppContext, sources: MetricSources = {}): void {
  const register = new Registry();
  collectDefaultMetrics({ register });
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer, by route',
    labelNames: ['method', 'route', 'status'],
    buckets: seconds,
    registers: [register],
  });
  if (sources.countOrders !== undefined) addOrders(register, sources.countOrders);

  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the path that was asked for: that would make a new series for every order.
    const labels = { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode };
    duration.observe(labels, reply.elapsedTime / 1000);
  });

  app.get('/metrics', { config: { isUnlimited: true } }, async (request, reply) => {
    if (!mayRead(context, request)) throw new Refusal({ code: 'NOT_FOUND' });
    void reply.header('cache-control', 'no-store').type(register.contentType);
    return register.metrics();
  });
}

function addOrders(register: Registry, countOrders: () => Promise<Readonly<Record<string, number>>>): void {
  const gauge = new Gauge({
    name: 'orders',
    help: 'Orders by status',
    labelNames: ['status'],
    registers: [register],
    async collect() {
      const counts = await countOrders();
      this.reset();
      for (const [status, count] of Object.entries(counts)) this.set({ status }, count);
    },
  });
  gauge.reset();
}

function mayRead(context: AppContext, request: FastifyRequest): boolean {
  const token = context.config.METRICS_TOKEN;
  if (token === undefined) return context.config.ENVIRONMENT === 'sandbox';
  const wanted = Buffer.from(`Bearer ${token}`);
  const given = Buffer.from(request.headers.authorization ?? '');
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
