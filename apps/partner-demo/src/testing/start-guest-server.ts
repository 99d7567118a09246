import { fileURLToPath } from 'node:url';
import fastify from 'fastify';
import { bundle } from './bundle.ts';

const page = (allowed: readonly string[]) => `<!doctype html><html lang="en"><head><title>Widget</title>
<style>body{margin:0}main{min-height:500px}main.tall{min-height:900px}</style></head>
<body data-allowed="${allowed.join(' ')}"><main><h1>Widget</h1><button id="order">order</button><button id="lang">lang</button>
<button id="grow">grow</button></main><script src="/guest.js"></script></body></html>`;

/**
 * Another origin with the guest end of the bridge on /widget, and pages around it: /react, and /examples when a script
 * is given.
 */
export async function startGuestServer() {
  const scripts = {
    guest: await bundle(fileURLToPath(import.meta.resolve('./guest-page.ts'))),
    react: await bundle(fileURLToPath(import.meta.resolve('./react-page.tsx'))),
    examples: '',
  };
  const allowed: string[] = [];
  const asked: string[] = [];
  const app = fastify({ forceCloseConnections: true });
  for (const name of ['guest', 'react', 'examples'] as const) {
    app.get(`/${name}.js`, async (_request, reply) => {
      reply.type('text/javascript');
      return scripts[name];
    });
    app.get(`/${name}`, async (_request, reply) => {
      reply.type('text/html; charset=utf-8');
      return `<!doctype html><html lang="en"><title>React</title><link rel="icon" href="data:,"><body><script src="/${name}.js"></script></body></html>`;
    });
  }
  app.get('/widget', async (request, reply) => {
    asked.push(request.url);
    reply.type('text/html; charset=utf-8');
    return page(allowed);
  });
  // The SDK asks why a frame is silent for three seconds, as one on a slow machine is. The guest page judges pages.
  app.get('/embed-doctor/report', async (_request, reply) => {
    reply.header('access-control-allow-origin', '*');
    return { now: Date.now(), is_key_known: true, is_origin_allowed: true, similar_origin: '', token: '' };
  });
  await app.listen({ port: 0, host: 'localhost' });
  const address = app.server.address();
  if (typeof address !== 'object' || !address) throw new Error('Expected the guest server to have a port.');
  return { origin: `http://localhost:${address.port}`, allowed, asked, scripts, close: () => app.close() };
}
