import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import type { Timers } from '../timers.ts';
import { listAsked } from '../web/page-since.ts';
import { addFaultHooks } from '../web/fault-hooks.ts';
import { Refusal } from '../web/refusal.ts';
import type { PaymentFlow } from './acquirer.ts';
import { cardApi } from './card-api.ts';
import { findPayment } from './pages/shown-payment.ts';
import { toMinor } from './payment.ts';
import { read } from '../web/read.ts';
import type { PaymentProvider } from './payment-provider.ts';

type Options = {
  provider: PaymentProvider;
  faults: Faults;
  timers: Timers;
  newId: (prefix: string) => string;
  publicUrl: () => string;
};

const newPayment = z
  .object({
    reference: z.string().min(1).max(128),
    amount: z.string().max(32),
    currency: z.string().regex(/^[A-Z]{3}$/),
    description: z.string().max(500).default(''),
    return_url: z.url({ protocol: /^https?$/ }),
    expires_at: z.number().int().optional(),
    flow: z.enum(['page', 'form']).default('page'),
    save_card: z.boolean().default(false),
  })
  .refine((body) => toMinor(body.amount, body.currency) !== undefined, {
    path: ['amount'],
    message: 'must be a positive decimal amount of the currency',
  });
const newRefund = z.object({ amount: z.string().max(32), currency: z.string() });
const defaultLifeSeconds = 1800;

/** A payment provider's API under its /v1; every call carries the secret key. */
export function acquirerApi(app: FastifyInstance, { provider, faults, timers, newId, publicUrl }: Options): void {
  const { acquirer, answers } = provider;
  app.addHook('onRequest', async (request) => {
    if (!sameText(request.headers.authorization ?? '', `Bearer ${provider.key}`))
      throw new Refusal(401, 'unauthorized', 'The API key is missing or wrong');
  });
  addFaultHooks(app, {
    provider: provider.code,
    faults,
    timers,
    callName,
    writes: (call) => !call.startsWith('get') && !call.startsWith('list'),
    reject: (reply) =>
      reply.code(402).send({ error: { code: 'rejected', message: 'The provider refused the request' } }),
  });

  const create = (request: FastifyRequest, session: Omit<PaymentFlow, 'flow'>) => {
    const { expires_at: asked, flow, ...body } = read(newPayment, request.body);
    const now = Math.floor(Date.now() / 1000);
    const expires_at = asked ?? now + defaultLifeSeconds;
    if (expires_at <= now) throw new Refusal(400, 'invalid_request', 'expires_at: is in the past');
    return acquirer.create({ ...body, expires_at }, { flow, ...session });
  };
  const send = (reply: FastifyReply, stored: string) => reply.code(201).type('application/json').send(stored);
  app.post('/payments', async (request, reply) =>
    send(
      reply,
      answers.once(request, () => create(request, {})),
    ),
  );
  if (provider.code === 'acquirer_two')
    app.post('/sessions', async (request, reply) =>
      send(
        reply,
        answers.once(request, () => create(request, { session_token: newId('ses'), client_unique_id: newId('cli') })),
      ),
    );
  app.get('/payments', async ({ query }) => ({ payments: listAsked(query, (one) => acquirer.list(one)) }));
  app.get('/payments/:id', async (request) => findPayment(provider, request));
  app.post('/payments/:id/cancel', async (request) => acquirer.cancel(findPayment(provider, request)));
  app.post('/payments/:id/refunds', async (request, reply) => {
    const payment = findPayment(provider, request);
    const work = () => {
      const body = read(newRefund, request.body);
      return acquirer.refund(payment, body.amount, body.currency);
    };
    return send(reply, answers.once(request, work));
  });
  if (provider.publicKey !== '') cardApi(app, provider, publicUrl);
}

const callNames: readonly [call: string, method: string, path: RegExp][] = [
  ['create', 'POST', /\/(payments|sessions)$/],
  ['list', 'GET', /\/payments$/],
  ['get', 'GET', /\/payments\/:id$/],
  ['cancel', 'POST', /\/cancel$/],
  ['refund', 'POST', /\/refunds$/],
  ['charge', 'POST', /\/charges$/],
  ['list_wallets', 'GET', /\/wallets$/],
  ['merchant_session', 'POST', /\/merchant-session$/],
  ['take_wallet', 'POST', /\/wallet-cards$/],
  ['get_card', 'GET', /\/cards\/:token$/],
  ['keep_card', 'POST', /\/cards$/],
  ['delete_card', 'DELETE', /\/cards\/:token$/],
  ['payout', 'POST', /\/payouts$/],
  ['list_payouts', 'GET', /\/payouts$/],
];

function callName(request: FastifyRequest): string {
  const path = request.routeOptions.url ?? '';
  return callNames.find(([, method, pattern]) => method === request.method && pattern.test(path))?.[0] ?? 'get';
}

function sameText(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
