import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { AppContext } from '../context.ts';
import { Refusal } from '../errors.ts';
import './rate-limit.ts';

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Numbers that only a room knows, read when the metrics are read. */
export interface MetricSources {
  /** How many orders have each status. */
  countOrders?: Count;
  /** How many alarms of each kind are open. */
  countAlarms?: Count;
  /** Age in seconds of each thing that has an age limit. */
  readAges?: Count;
  /** Age limit of each in seconds. */
  readAgeLimits?: Count;
}

interface Series {
  observe(value: number): void;
}

type Count = () => Promise<Readonly<Record<string, number>>>;

/**
 * Measures every answer and serves `/metrics` for Prometheus. With METRICS_TOKEN set, readers must show it; a live
 * server without one serves no metrics.
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
  addCounts(register, { name: 'orders', help: 'Orders by status', label: 'status' }, sources.countOrders);
  addCounts(register, { name: 'open_alarms', help: 'Open alarms by kind', label: 'kind' }, sources.countAlarms);
  addCounts(register, { name: 'age_seconds', help: 'Age of what must not grow old', label: 'of' }, sources.readAges);
  addCounts(register, { name: 'age_limit_seconds', help: 'How old it may be', label: 'of' }, sources.readAgeLimits);

  // A series per route and status, found once and remembered: finding it costs more than counting.
  const seriesOf = new WeakMap<object, Map<number, Series>>();
  const addSeries = (request: FastifyRequest, status: number): Series => {
    // The route's pattern, never the requested path: that would make a new series for every order.
    const series = duration.labels({ method: request.method, route: request.routeOptions.url ?? 'none', status });
    const { config } = request.routeOptions;
    seriesOf.set(config, (seriesOf.get(config) ?? new Map<number, Series>()).set(status, series));
    return series;
  };
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    const series = seriesOf.get(request.routeOptions.config)?.get(statusCode) ?? addSeries(request, statusCode);
    series.observe(reply.elapsedTime / 1000);
    done();
  });

  app.get('/metrics', { config: { isUnlimited: true } }, async (request, reply) => {
    if (!mayRead(context, request)) throw new Refusal({ code: 'NOT_FOUND' });
    void reply.header('cache-control', 'no-store').type(register.contentType);
    return register.metrics();
  });
}

function addCounts(
  register: Registry,
  { name, help, label }: Readonly<Record<'name' | 'help' | 'label', string>>,
  count: Count | undefined,
): void {
  if (count === undefined) return;
  const gauge = new Gauge({
    name,
    help,
    labelNames: [label],
    registers: [register],
    async collect() {
      const counts = await count();
      this.reset();
      for (const [value, number] of Object.entries(counts)) this.set({ [label]: value }, number);
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
