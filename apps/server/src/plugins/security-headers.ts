import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';

/**
 * What a page may use in its browser: payment and passkeys, for itself and the frames of these providers; the camera
 * for itself and the page of the identity check, to photograph documents; location and microphone are off for all.
 */
export function permissionsPolicy(providerOrigins: readonly string[] = [], camera: readonly string[] = []): string {
  const payment = ['self', ...providerOrigins.map((origin) => `"${origin}"`)].join(' ');
  return [
    `camera=(${camera.join(' ')})`,
    'geolocation=()',
    'microphone=()',
    `payment=(${payment})`,
    'publickey-credentials-create=(self)',
    'publickey-credentials-get=(self)',
  ].join(', ');
}

const always = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-resource-policy': 'same-origin',
  // An answer that is not a page runs nothing and is framed nowhere; pages set their own policy.
  'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'permissions-policy': permissionsPolicy(),
} as const;

const twoYears = 'max-age=63072000; includeSubDomains';

/** Headers of every answer, errors included. A route that needs another value sets its own. */
export function securityHeaders(app: FastifyInstance, context: AppContext): void {
  const headers = headersOf(context);
  app.addHook('onRequest', (_request, reply, done) => {
    void reply.headers(headers);
    done();
  });
}

/** The same for an answer without a route. */
export function headersOf({ config }: Pick<AppContext, 'config'>): Readonly<Record<string, string>> {
  return config.PUBLIC_URL.startsWith('https:') ? { ...always, 'strict-transport-security': twoYears } : always;
}
