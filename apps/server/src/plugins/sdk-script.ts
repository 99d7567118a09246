import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../errors.ts';

const folder = new URL('../../../../packages/sdk/dist/', import.meta.url);
/** The script for pages, and what it fetches later. */
const names = ['causeway.js', 'causeway-more.js', 'causeway-qr.js', 'causeway-doctor.js'];

/** Serves the SDK's script builds to any page: they are public, and partners load them across origins. */
export function sdkScript(app: FastifyInstance): void {
  for (const name of names) {
    app.get(`/${name}`, async (_request, reply) =>
      reply
        .type('text/javascript; charset=utf-8')
        .header('cache-control', 'public, max-age=300')
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(await readSdkFile(name)),
    );
  }
}

/**
 * A file of the SDK's build.
 *
 * @throws Refusal NOT_FOUND when it was not built
 */
export async function readSdkFile(name: string): Promise<Buffer> {
  return readFile(new URL(name, folder)).catch((error: unknown) => {
    throw new Refusal({ code: 'NOT_FOUND' }, { cause: error });
  });
}
