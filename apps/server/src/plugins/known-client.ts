import type { FastifyRequest } from 'fastify';
import type { Reader } from '../context.ts';

const known = new WeakMap<FastifyRequest, string>();

/** Remembers whose request it is, for the lines that tell of it. */
export function rememberClient(request: FastifyRequest, reader: Reader): Reader {
  if (reader.kind === 'client') known.set(request, reader.clientId);
  return reader;
}

/** Whose request it is, once that was asked. */
export function knownClient(request: FastifyRequest): string | undefined {
  return known.get(request);
}
