import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';

const halfYearMs = 182 * 24 * 60 * 60_000;
/** Pages of one client's own must not be indexed. */
const closed = ['/order-status/', '/settings', '/transactions', '/partner-transactions', '/balance', '/home'];

/** The manual for partners, which is served with this installation's own address in its examples. */
const manualPages: Readonly<Record<string, string>> = {
  embedding: 'put the widget on a page: options, events, session tokens, webhooks',
  partners: 'what a partner has: keys, tokens, calls of its server, webhooks, the way back',
  'api-versions': 'versions of the API by date, what changed, and how long a call stays',
  modes: 'what each mode of the widget shows',
  native: 'the widget in an app',
  'test-data': 'cards and what they do in the sandbox',
  'guides/html': 'plain HTML',
  'guides/react': 'Vite and React',
  'guides/next': 'Next, App Router',
  'guides/vue': 'Vue',
  'guides/svelte': 'Svelte',
  'guides/angular': 'Angular',
  'guides/wordpress': 'WordPress',
};

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

  const manual = new URL('../../../../docs/', import.meta.url);
  const pages = Object.entries(manualPages).map(([page, what]) => `- [${page}](${origin}/manual/${page}.md): ${what}`);
  const list = [`# ${config.BRAND_NAME}`, '', '> A widget and an API to buy, sell and exchange coins.', ''];
  const api = `- [API description](${origin}/docs/json): OpenAPI 3.1`;
  app.get('/llms.txt', (_request, reply) =>
    reply.type(text).send([...list, '## For partners', '', ...pages, api, ''].join('\n')),
  );
  for (const page of Object.keys(manualPages))
    app.get(`/manual/${page}.md`, async (_request, reply) => {
      const written = await readFile(new URL(`${page}.md`, manual), 'utf8');
      return reply
        .type('text/markdown; charset=utf-8')
        .send(written.replaceAll(/https:\/\/(?:your-causeway|pay)\.example/g, origin));
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
