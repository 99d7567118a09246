import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import type { Timers } from '../timers.ts';
import { addFaultHooks } from '../web/fault-hooks.ts';
import { type Applicant, describeApplicant } from './applicant.ts';
import type { IdentityCheck } from './identity-check.ts';
import { ApiRefusal, requireSignature, bodyOf, refuse } from './signed-request.ts';

interface Options {
  check: IdentityCheck;
  faults: Faults;
  timers: Timers;
  appToken: string;
  secretKey: string;
  level: string;
  publicUrl: () => string;
}

const newApplicant = z.object({ externalUserId: z.string().min(1).max(200) });
const byLevel = z.object({ levelName: z.string() });
const newPage = z.object({
  levelName: z.string(),
  userId: z.string().min(1).max(200),
  ttlInSecs: z.int().min(1).max(86_400),
  redirect: z.object({ successUrl: z.string().max(500) }).optional(),
});
const newToken = newPage.omit({ redirect: true });

/** The API under /identity/resources; every call is signed over time, method, path and body. */
export function identityApi(app: FastifyInstance, options: Options): void {
  const { check, level } = options;
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
  app.setErrorHandler((error, _request, reply) => {
    const status = error instanceof ApiRefusal ? error.status : error instanceof z.ZodError ? 400 : 500;
    return refuse(reply, status, error instanceof ApiRefusal ? error.message : 'The request is wrong');
  });
  app.addHook('preHandler', async (request) => requireSignature(request, options));
  addFaultHooks(app, {
    provider: 'identity',
    faults: options.faults,
    timers: options.timers,
    callName,
    writes: (call) => call !== 'get',
    reject: (reply) => refuse(reply, 403, 'The request was refused'),
  });

  app.post('/applicants', async (request, reply) => {
    requireLevel(byLevel.parse(request.query).levelName, level);
    const { externalUserId } = newApplicant.parse(bodyOf(request));
    const known = check.byReference(externalUserId);
    if (known !== undefined)
      throw new ApiRefusal(409, `Applicant with external user id '${externalUserId}' already exists: ${known.id}`);
    return reply.code(201).send(describeApplicant(check.open(externalUserId, level)));
  });
  app.get('/applicants/:id/one', async (request) => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const [, reference] = /^-;externalUserId=(.+)$/.exec(id) ?? [];
    return describeApplicant(requireFound(reference === undefined ? check.find(id) : check.byReference(reference)));
  });
  app.patch('/applicants/:id/presence/deactivated', async (request) => {
    const found = requireFound(check.find(z.object({ id: z.string() }).parse(request.params).id));
    if (found.outcome === 'pending') throw new ApiRefusal(400, 'The applicant is being checked');
    found.deleted = true;
    return describeApplicant(found);
  });
  app.post('/accessTokens/sdk', async (request) => {
    const { levelName, userId } = newToken.parse(bodyOf(request));
    requireLevel(levelName, level);
    return { token: `_act-sandbox-${check.openPage(check.open(userId, level), '')}`, userId };
  });
  app.post('/sdkIntegrations/levels/-/websdkLink', async (request) => {
    const { levelName, userId, redirect } = newPage.parse(bodyOf(request));
    requireLevel(levelName, level);
    const token = check.openPage(check.open(userId, level), redirect?.successUrl ?? '');
    return { url: `${options.publicUrl()}/identity/check/${token}` };
  });
}

function requireLevel(given: string, known: string): void {
  if (given !== known) throw new ApiRefusal(404, `Level '${given}' not found`);
}

function requireFound(applicant: Applicant | undefined): Applicant {
  if (applicant === undefined) throw new ApiRefusal(404, 'Applicant not found');
  return applicant;
}

function callName(request: FastifyRequest): string {
  const path = request.routeOptions.url ?? '';
  if (path.endsWith('/websdkLink')) return 'page';
  if (path.endsWith('/sdk')) return 'token';
  if (path.endsWith('/deactivated')) return 'end';
  return request.method === 'POST' ? 'create' : 'get';
}
