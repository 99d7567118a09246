import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.ts';

const file = new URL('../../../../packages/sdk/dist/causeway.js', import.meta.url);

/** Serves the SDK's script build to any page: it is public, and partners load it across origins. */
export function sdkScript(app: FastifyInstance): void {
  app.get('/causeway.js', async (_request, reply) => {
    const script = await readFile(file).catch((error: unknown) => {
      throw new Refusal({ code: 'NOT_FOUND' }, { cause: error });
    });
    return reply
      .type('text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(script);
  });
}
