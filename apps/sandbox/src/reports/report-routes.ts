import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import { ReportBox } from './report-box.ts';

const address = z.object({ project: z.string().max(40) });

/**
 * A service for errors of browsers, simulated: it takes envelopes in the form of Sentry
 * (https://develop.sentry.dev/sdk/data-model/envelopes/) and lists them at `/reports/control`.
 */
export function reportRoutes(app: FastifyInstance): void {
  const box = new ReportBox();
  app.addContentTypeParser('text/plain', { parseAs: 'string', bodyLimit: 1024 * 1024 }, (_request, body, done) =>
    done(null, body),
  );
  app.options('/api/:project/envelope/', async (_request, reply) => allowAnyPage(reply).code(204).send());
  app.post('/api/:project/envelope/', async (request, reply) => {
    allowAnyPage(reply);
    const { project } = address.parse(request.params);
    const count = box.take(project, typeof request.body === 'string' ? request.body : '');
    return count === 0 ? reply.code(400).send({ detail: 'no event in the envelope' }) : { simulated: true, count };
  });
  app.get('/control', async () => ({ simulated: true, reports: box.list() }));
}

function allowAnyPage(reply: FastifyReply): FastifyReply {
  return reply
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', 'POST')
    .header('access-control-allow-headers', 'content-type, x-sentry-auth')
    .header('access-control-expose-headers', 'retry-after, x-sentry-rate-limits');
}
