import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { defaultLanguage, type Language } from '@causeway/domain/languages/languages';
import type { ConnectionError, FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AppContext } from '../context.ts';
import { isDatabaseAway } from '../database/check-server.ts';
import { Refusal } from '../errors.ts';
import { logRefusal } from '../security-log/log-security-event.ts';
import { knownClient } from './known-client.ts';
import { readLanguage } from './read-language.ts';
import { headersOf } from './security-headers.ts';

/** Every failure is answered as error items; one that is not a refusal is logged and answered as the system error. */
export function answerErrors(app: FastifyInstance, context: AppContext): void {
  app.setErrorHandler((error: FastifyError, request, reply) => answerError(context, error, request, reply));
  app.setNotFoundHandler(() => {
    throw new Refusal({ code: 'NOT_FOUND' });
  });
}

/** Refusals of the framework and Node before a route is found, answered like all others. */
export function refuseBeforeRoutes(context: AppContext) {
  return {
    /** A path that cannot be decoded is answered like one that does not exist. */
    rewriteUrl: ({ url = '/' }: IncomingMessage): string => (isDecodable(url) ? url : noPath),
    frameworkErrors: (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
      void reply.headers(headersOf(context));
      answerError(context, error, request, reply);
    },
    clientErrorHandler: (error: ConnectionError, socket: Socket): void => answerConnection(context, error, socket),
  };
}

const noPath = '/malformed-path';

function isDecodable(url: string): boolean {
  try {
    decodeURI(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

function answerError(
  context: AppContext,
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const refusal = error instanceof Refusal ? error : toRefusal(error);
  const { call } = request.routeOptions.config;
  const clientId = knownClient(request);
  // Any caller may request a path that is not a call, so that is not logged as a refusal.
  if (call !== undefined || refusal.status !== 404)
    logRefusal(context, refusal, {
      call: call ?? 'page',
      requestId: request.id,
      ip: request.ip,
      ...(clientId !== undefined && { clientId }),
    });
  if (refusal.status >= 500) {
    context.log.error('request failed', {
      route: request.routeOptions.url ?? '',
      method: request.method,
      requestId: request.id,
      error,
    });
  }
  if (refusal.retryAfterSeconds !== undefined) void reply.header('retry-after', String(refusal.retryAfterSeconds));
  return reply
    .code(refusal.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(writeRefusal(context, refusal, readLanguage(request.headers['accept-language']), request.id));
}

/** The one form of a refusal that belongs to no call. */
function writeRefusal(context: AppContext, refusal: Refusal, language: Language, requestId: string): string {
  const errors = refusal.items.map((item) => context.texts.toErrorItem(language, item));
  return JSON.stringify({ success: 0, errors, error: refusal.items[0]?.code ?? 'SYSTEM_ERROR', request_id: requestId });
}

/** What Node could not parse as a request has no headers: English, and no route. */
function answerConnection(context: AppContext, error: ConnectionError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const refusal = new Refusal(error.code === 'HPE_HEADER_OVERFLOW' ? { code: 'HEADERS_TOO_LARGE' } : unreadable, {
    cause: error,
  });
  const requestId = randomUUID();
  logRefusal(context, refusal, { call: 'page', requestId, ip: socket.remoteAddress ?? '' });
  const body = writeRefusal(context, refusal, defaultLanguage, requestId);
  const headers = {
    ...headersOf(context),
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status] ?? ''}\r\n${lines.join('')}\r\n${body}`);
}

const unreadable = { code: 'FIELD_INVALID', values: { fault: 'unreadable' } } as const;

function toRefusal(error: FastifyError): Refusal {
  const { statusCode } = error;
  if (statusCode === 413) return new Refusal({ code: 'BODY_TOO_LARGE' }, { cause: error });
  if (statusCode === 415) return new Refusal({ code: 'MEDIA_TYPE_UNSUPPORTED' }, { cause: error });
  if (statusCode === 404 || statusCode === 414) return new Refusal({ code: 'NOT_FOUND' }, { cause: error });
  if (statusCode === 429) return new Refusal({ code: 'TOO_MANY_REQUESTS' }, { cause: error, retryAfterSeconds: 60 });
  if (statusCode !== undefined && statusCode < 500) return new Refusal(unreadable, { cause: error });
  if (isDatabaseAway(error)) return new Refusal({ code: 'TRY_LATER' }, { cause: error, retryAfterSeconds: 5 });
  return new Refusal({ code: 'SYSTEM_ERROR' }, { cause: error });
}
