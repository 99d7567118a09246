import type { FastifyRequest } from 'fastify';
import type { Caller } from '../context.ts';

const known = new WeakMap<FastifyRequest, string>();

/** Remembers the client of a request, for its log lines. */
export function rememberClient(request: FastifyRequest, caller: Caller): Caller {
  if (caller.kind !== 'visitor') known.set(request, caller.clientId);
  return caller;
}

/** The client of a request, once it was identified. */
export function knownClient(request: FastifyRequest): string | undefined {
  return known.get(request);
}
