import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Answers } from '../acquirer/answers.ts';
import type { Faults } from '../faults.ts';
import type { Timers } from '../timers.ts';
import { listAsked } from '../web/page-since.ts';
import { addFaultHooks } from '../web/fault-hooks.ts';
import { read } from '../web/read.ts';
import { Refusal } from '../web/refusal.ts';
import type { Bank } from './bank.ts';

type Options = { bank: Bank; answers: Answers; key: string; faults: Faults; timers: Timers };

const amount = z.string().max(32);
const newRequisites = z.object({ reference: z.string().min(1).max(140), holder: z.string().min(1).max(70) });
const newReturn = z.object({ reference: z.string().min(1).max(140), amount, currency: z.string() });
const newPayout = z.object({
  reference: z.string().min(1).max(140),
  iban: z.string().max(42),
  beneficiary_name: z.string().min(1).max(140),
  amount,
  currency: z.string(),
  description: z.string().max(140).default(''),
});
const page = z.object({
  after: z.coerce.number().int().min(0).default(0),
  limit: z.coerce.number().int().min(1).max(100).default(100),
});
const byReference = z.object({ reference: z.string().optional() });
const byId = z.object({ id: z.string() });

/** The bank's API under /bank/v1; every call carries the secret key, and what changes something an Idempotency-Key. */
export function bankApi(app: FastifyInstance, options: Options): void {
  const { bank, answers } = options;
  app.addHook('onRequest', async (request) => {
    if (!sameText(request.headers.authorization ?? '', `Bearer ${options.key}`))
      throw new Refusal(401, 'unauthorized', 'The API key is missing or wrong');
  });
  addFaultHooks(app, {
    provider: 'bank',
    faults: options.faults,
    timers: options.timers,
    callName,
    writes: (call) => call === 'issue' || call === 'return' || call === 'pay',
    reject: (reply) => reply.code(402).send({ error: { code: 'rejected', message: 'The bank refused the request' } }),
  });

  app.get('/account', async () => bank.account);
  app.post('/requisites', async (request, reply) => {
    const stored = answers.once(request, () => {
      const { reference, holder } = read(newRequisites, request.body);
      return bank.issue(reference, holder);
    });
    return reply.code(201).type('application/json').send(stored);
  });
  app.get('/requisites', async (request) => ({
    requisites: bank.listRequisites(read(byReference, request.query).reference ?? ''),
  }));
  app.get('/transfers', async (request) => {
    const { after, limit } = read(page, request.query);
    const transfers = bank.listTransfers(after, limit);
    return { transfers, next: transfers.at(-1)?.number ?? after };
  });
  app.get('/transfers/:id', async (request) => findTransfer(bank, request));
  app.get('/transfers/:id/returns', async (request) => ({ returns: bank.listReturns(findTransfer(bank, request).id) }));
  app.post('/transfers/:id/returns', async (request, reply) => {
    const found = findTransfer(bank, request);
    const stored = answers.once(request, () => bank.returnTransfer(found, read(newReturn, request.body)));
    return reply.code(201).type('application/json').send(stored);
  });
  app.post('/payouts', async (request, reply) => {
    const stored = answers.once(request, () => bank.pay(read(newPayout, request.body)));
    return reply.code(201).type('application/json').send(stored);
  });
  app.get('/payouts', async ({ query }) => ({ payouts: listAsked(query, (one) => bank.listPayouts(one)) }));
  app.get('/payouts/:id', async (request) => {
    const found = bank.findPayout(read(byId, request.params).id);
    if (found === undefined) throw new Refusal(404, 'not_found', 'No such pay-out');
    return found;
  });
}

const callNames: Readonly<Record<string, string>> = {
  'GET account': 'account',
  'POST requisites': 'issue',
  'GET requisites': 'requisites',
  'GET transfers': 'transfers',
  'GET transfers/:id': 'transfer',
  'GET transfers/:id/returns': 'returns',
  'POST transfers/:id/returns': 'return',
  'POST payouts': 'pay',
  'GET payouts': 'payouts',
  'GET payouts/:id': 'payout',
};

function callName(request: FastifyRequest): string {
  const path = (request.routeOptions.url ?? '').replace(/^.*\/v1\//, '');
  return callNames[`${request.method} ${path}`] ?? '';
}

function findTransfer(bank: Bank, request: FastifyRequest) {
  const found = bank.findTransfer(read(byId, request.params).id);
  if (found === undefined) throw new Refusal(404, 'not_found', 'No such transfer');
  return found;
}

function sameText(left: string, right: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(left), digest(right));
}
