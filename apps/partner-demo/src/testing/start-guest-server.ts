import { fileURLToPath } from 'node:url';
import fastify from 'fastify';
import { build } from 'vite';

const page = (allowed: readonly string[]) => `<!doctype html><html lang="en"><head><title>Widget</title>
<style>body{margin:0}main{min-height:500px}main.tall{min-height:900px}</style></head>
<body data-allowed="${allowed.join(' ')}"><main><h1>Widget</h1><button id="order">order</button><button id="lang">lang</button>
<button id="grow">grow</button></main><script src="/guest.js"></script></body></html>`;

async function bundle(file: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    resolve: { conditions: ['source'] },
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      write: false,
      lib: { entry: file, formats: ['iife'], name: 'page' },
    },
  });
  const [first] = Array.isArray(result) ? result : [];
  const [chunk] = first?.output ?? [];
  if (!chunk) throw new Error(`Expected a bundle of ${file}, but the build gave none.`);
  return chunk.code;
}

/** Another origin with the guest end of the bridge on /widget, and on /react a page around it. */
export async function startGuestServer() {
  const scripts = {
    guest: await bundle(fileURLToPath(import.meta.resolve('./guest-page.ts'))),
    react: await bundle(fileURLToPath(import.meta.resolve('./react-page.tsx'))),
  };
  const allowed: string[] = [];
  const asked: string[] = [];
  const app = fastify({ forceCloseConnections: true });
  app.get('/guest.js', async (_request, reply) => {
    reply.type('text/javascript');
    return scripts.guest;
  });
  app.get('/react.js', async (_request, reply) => {
    reply.type('text/javascript');
    return scripts.react;
  });
  app.get('/react', async (_request, reply) => {
    reply.type('text/html; charset=utf-8');
    return '<!doctype html><html lang="en"><title>React</title><body><script src="/react.js"></script></body></html>';
  });
  app.get('/widget', async (request, reply) => {
    asked.push(request.url);
    reply.type('text/html; charset=utf-8');
    return page(allowed);
  });
  await app.listen({ port: 0, host: 'localhost' });
  const address = app.server.address();
  if (typeof address !== 'object' || !address) throw new Error('Expected the guest server to have a port.');
  return { origin: `http://localhost:${address.port}`, allowed, asked, close: () => app.close() };
}
