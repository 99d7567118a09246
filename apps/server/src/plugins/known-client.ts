import type { FastifyRequest } from 'fastify';
import type { Caller } from '../context.ts';

const known = new WeakMap<FastifyRequest, string>();

/** Remembers whose request it is, for the lines that tell of it. */
export function rememberClient(request: FastifyRequest, caller: Caller): Caller {
  if (caller.kind === 'client') known.set(request, caller.clientId);
  return caller;
}

/** Whose request it is, once that was asked. */
export function knownClient(request: FastifyRequest): string | undefined {
  return known.get(request);
}
