import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  // An answer that is not a page runs nothing and is framed nowhere; pages bring their own policy.
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
} as const;

const twoYears = 'max-age=63072000; includeSubDomains';

/** Headers of every answer, errors included. A route that needs another value sets its own. */
export function securityHeaders(app: FastifyInstance, context: AppContext): void {
  const isSecure = context.config.PUBLIC_URL.startsWith('https:');
  const headers = isSecure ? { ...always, 'strict-transport-security': twoYears } : always;
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
}
