import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import type { Timers } from '../timers.ts';
import { addFaultHooks } from '../web/fault-hooks.ts';
import { AcquirerError } from './acquirer-error.ts';
import type { Acquirer } from './acquirer.ts';
import type { Answers } from './answers.ts';
import { toMinor } from './money.ts';

type Options = { acquirer: Acquirer; answers: Answers; key: string; faults: Faults; timers: Timers };

const newPayment = z
  .object({
    reference: z.string().min(1).max(128),
    amount: z.string().max(32),
    currency: z.string().regex(/^[A-Z]{3}$/),
    description: z.string().max(500).default(''),
    return_url: z.url({ protocol: /^https?$/ }),
    expires_at: z.number().int().optional(),
  })
  .refine((body) => toMinor(body.amount, body.currency) !== undefined, {
    path: ['amount'],
    message: 'must be a positive decimal amount of the currency',
  });
const newRefund = z.object({ amount: z.string().max(32), currency: z.string() });
const paymentId = z.object({ id: z.string() });
const defaultLifeSeconds = 1800;

/** The acquirer's API under /acquirer/v1; every call carries the secret key. */
export function acquirerApi(app: FastifyInstance, options: Options): void {
  const { acquirer, answers } = options;
  app.addHook('onRequest', async (request) => {
    if (!sameText(request.headers.authorization ?? '', `Bearer ${options.key}`))
      throw new AcquirerError(401, 'unauthorized', 'The API key is missing or wrong');
  });
  addFaultHooks(app, {
    firm: 'acquirer',
    faults: options.faults,
    timers: options.timers,
    callName,
    writes: (call) => call !== 'get' && call !== 'list',
    reject: (reply) =>
      reply.code(402).send({ error: { code: 'rejected', message: 'The acquirer refused the request' } }),
  });

  app.post('/payments', async (request, reply) => {
    const stored = answers.once(request, () => {
      const { expires_at: asked, ...body } = parse(newPayment, request.body);
      const now = Math.floor(Date.now() / 1000);
      const expires_at = asked ?? now + defaultLifeSeconds;
      if (expires_at <= now) throw new AcquirerError(400, 'invalid_request', 'expires_at: is in the past');
      return acquirer.create({ ...body, expires_at });
    });
    return reply.code(201).type('application/json').send(stored);
  });
  app.get('/payments', async (request) => ({
    payments: acquirer.list(parse(z.object({ reference: z.string().optional() }), request.query).reference),
  }));
  app.get('/payments/:id', async (request) => find(acquirer, request));
  app.post('/payments/:id/cancel', async (request) => acquirer.cancel(find(acquirer, request)));
  app.post('/payments/:id/refunds', async (request, reply) => {
    const payment = find(acquirer, request);
    const stored = answers.once(request, () => {
      const body = parse(newRefund, request.body);
      return acquirer.refund(payment, body.amount, body.currency);
    });
    return reply.code(201).type('application/json').send(stored);
  });
}

function find(acquirer: Acquirer, request: FastifyRequest) {
  const payment = acquirer.find(parse(paymentId, request.params).id);
  if (payment === undefined) throw new AcquirerError(404, 'not_found', 'No such payment');
  return payment;
}

function parse<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const message = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  throw new AcquirerError(400, 'invalid_request', message);
}

function callName(request: FastifyRequest): string {
  const path = request.routeOptions.url ?? '';
  if (path.endsWith('/cancel')) return 'cancel';
  if (path.endsWith('/refunds')) return 'refund';
  if (request.method === 'POST') return 'create';
  return path.endsWith(':id') ? 'get' : 'list';
}

function sameText(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
