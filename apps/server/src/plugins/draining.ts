import type { FastifyInstance } from 'fastify';

/**
 * Lets a server say that it is about to go: from the call of what this returns `/readyz` is 503, and each answer asks its
 * caller to open another connection, while calls are still answered. A proxy has that long to send them elsewhere.
 */
export function draining(app: FastifyInstance): () => void {
  let isDraining = false;
  app.addHook('onRequest', async (request, reply) => {
    if (!isDraining) return;
    void reply.header('connection', 'close');
    if (request.url !== '/readyz') return;
    return reply.code(503).header('cache-control', 'no-store').send({ status: 'draining' });
  });
  return () => void (isDraining = true);
}
