import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Faults } from '../faults.ts';
import type { Timers } from '../timers.ts';
import { readAsset } from '../web/assets.ts';
import { addFaultHooks } from '../web/fault-hooks.ts';
import { siteKey } from './captcha.ts';
import type { Captcha } from './captcha.ts';

type Options = { captcha: Captcha; faults: Faults; timers: Timers; publicUrl: () => string };

const executeBody = z.object({ site_key: z.string(), action: z.string().max(100).optional() });
const passBody = z.object({ challenge: z.string() });
const verifyBody = z.object({
  secret: z.string().optional(),
  response: z.string().optional(),
  remoteip: z.string().optional(),
});

/** The captcha provider: the page script, the calls it makes, and the verifier for servers. */
export function captchaRoutes(app: FastifyInstance, options: Options): void {
  const script = readAsset('captcha.js');
  app.get('/api.js', async (_request, reply) =>
    reply
      .type('text/javascript; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'no-cache')
      .send(script.replaceAll('SANDBOX_CAPTCHA_URL', `${options.publicUrl()}/captcha`)),
  );

  app.options('/*', async (_request, reply) => allowAnyPage(reply).code(204).send());
  app.post('/execute', async (request, reply) => {
    allowAnyPage(reply);
    const body = executeBody.safeParse(request.body);
    if (!body.success || body.data.site_key !== siteKey)
      return reply.code(400).send({ error: { code: 'invalid_site_key', message: 'Unknown site key' } });
    return options.captcha.execute(body.data.action, hostOf(request));
  });
  app.post('/pass', async (request, reply) => {
    allowAnyPage(reply);
    const token = options.captcha.pass(passBody.safeParse(request.body).data?.challenge ?? '');
    return token === undefined
      ? reply.code(400).send({ error: { code: 'invalid_challenge', message: 'Unknown challenge' } })
      : { token };
  });

  app.register(async (verifier) => {
    addFaultHooks(verifier, {
      provider: 'captcha',
      faults: options.faults,
      timers: options.timers,
      callName: () => 'siteverify',
      writes: () => true,
      reject: (reply) => reply.send({ success: false, 'error-codes': ['timeout-or-duplicate'] }),
    });
    verifier.post('/siteverify', async (request) => {
      const body = verifyBody.safeParse(request.body).data ?? {};
      return options.captcha.verify(body.secret, body.response);
    });
  });
}

function allowAnyPage(reply: FastifyReply): FastifyReply {
  return reply
    .header('access-control-allow-origin', '*')
    .header('access-control-allow-methods', 'POST')
    .header('access-control-allow-headers', 'content-type')
    .header('access-control-max-age', '600');
}

function hostOf(request: FastifyRequest): string {
  const page = request.headers.origin ?? request.headers.referer ?? '';
  return URL.canParse(page) ? new URL(page).hostname : 'localhost';
}
