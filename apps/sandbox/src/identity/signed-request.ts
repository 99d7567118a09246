import type { FastifyRequest, FastifyReply } from 'fastify';
import { createHmac, timingSafeEqual } from 'node:crypto';

const oldestSeconds = 60;

/** A refusal in the form of this API. */
export class ApiRefusal extends Error {
  readonly status: number;
  constructor(status: number, description: string) {
    super(description);
    this.status = status;
  }
}

interface Keys {
  appToken: string;
  secretKey: string;
}

export function requireSignature(request: FastifyRequest, { appToken, secretKey }: Keys): void {
  const header = (name: string) => String(request.headers[name] ?? '');
  const time = header('x-app-access-ts');
  const body = typeof request.body === 'string' ? request.body : '';
  // The base URL of the sandbox has a path of its own, which is no part of the API's.
  const path = request.url.replace(/^\/identity/, '');
  const mac = createHmac('sha256', secretKey).update(`${time}${request.method}${path}${body}`).digest('hex');
  if (header('x-app-token') !== appToken || !isSame(mac, header('x-app-access-sig')))
    throw new ApiRefusal(401, 'The signature is wrong');
  if (Math.abs(Date.now() / 1000 - Number(time)) > oldestSeconds) throw new ApiRefusal(401, 'The signature is too old');
}

function isSame(left: string, right: string): boolean {
  return left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right));
}

export function bodyOf(request: FastifyRequest): unknown {
  return typeof request.body === 'string' ? JSON.parse(request.body) : undefined;
}

export function refuse(reply: FastifyReply, code: number, description: string): FastifyReply {
  return reply.code(code).send({ code, description, correlationId: 'sandbox' });
}
