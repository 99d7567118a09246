import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';

const halfYearMs = 182 * 24 * 60 * 60_000;
/** Pages of one client's own must not be indexed. */
const closed = ['/order-status/', '/settings', '/transactions', '/partner-transactions', '/balance', '/home'];

/** What machines request from every site: rules for crawlers, a contact for vulnerability reports, an icon. */
export function wellKnown(app: FastifyInstance, { config, clock }: AppContext): void {
  const { origin } = new URL(config.PUBLIC_URL);
  const text = 'text/plain; charset=utf-8';
  const robots = ['User-agent: *', ...closed.map((path) => `Disallow: ${path}`), ''].join('\n');
  app.get('/robots.txt', (_request, reply) => reply.type(text).send(robots));

  app.get('/.well-known/security.txt', (_request, reply) => {
    const expires = new Date(clock.now().getTime() + halfYearMs).toISOString();
    const contact = config.SUPPORT_URL;
    const lines = [`Contact: ${contact}`, `Expires: ${expires}`, `Canonical: ${origin}/.well-known/security.txt`, ''];
    return reply.type(text).send(lines.join('\n'));
  });

  const letter = [...config.BRAND_NAME][0] ?? '';
  const icon = [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="8" fill="#0b5cad"/>',
    '<text x="16" y="23" text-anchor="middle" font-family="sans-serif" font-size="20" font-weight="700" fill="#fff">',
    `${letter.replace(/[<>&]/g, '')}</text></svg>`,
  ].join('');
  app.get('/favicon.ico', (_request, reply) =>
    reply.type('image/svg+xml').header('cache-control', 'public, max-age=86400').send(icon),
  );
}
