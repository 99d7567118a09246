import type { FastifyInstance } from 'fastify';

/** Bodies arrive as text: a call decodes them itself, and signatures are checked over the exact bytes. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const types = ['application/x-www-form-urlencoded', 'application/json'];
  app.addContentTypeParser(types, { parseAs: 'string' }, (_request, body, done) => done(null, body));
}
