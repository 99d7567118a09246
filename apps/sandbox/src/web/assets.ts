import { readFileSync } from 'node:fs';
import type { FastifyInstance } from 'fastify';

const folder = new URL('../../assets/', import.meta.url);

/** Reads a file of the assets folder, which lies beside both src and dist. */
export function readAsset(name: string): string {
  return readFileSync(new URL(name, folder), 'utf8');
}

/** Serves the style sheet and the scripts of the sandbox's own pages. */
export function assetRoutes(app: FastifyInstance): void {
  for (const [name, type] of [
    ['sandbox.css', 'text/css'],
    ['control.js', 'text/javascript'],
    ['card-frame.js', 'text/javascript'],
    ['challenge-height.js', 'text/javascript'],
    ['challenge-done.js', 'text/javascript'],
    ['wallet-sheet.js', 'text/javascript'],
  ] as const) {
    const body = readAsset(name);
    app.get(`/assets/${name}`, async (_request, reply) =>
      reply.type(`${type}; charset=utf-8`).header('cache-control', 'no-cache').send(body),
    );
  }
}
