import type { FastifyError, FastifyInstance } from 'fastify';
import type { AppContext } from '../context.ts';
import { Refusal } from '../errors.ts';
import { tellRefusal } from '../security-log/tell-refusal.ts';
import { knownClient } from './known-client.ts';
import { readLanguage } from './read-language.ts';

/** Every failure leaves as error items; what is not a refusal is logged and told as the system error. */
export function answerErrors(app: FastifyInstance, context: AppContext): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refusal = error instanceof Refusal ? error : toRefusal(error);
    const { call } = request.routeOptions.config;
    const clientId = knownClient(request);
    // A path that is no call of ours is asked for by anybody who looks around, and refuses nothing.
    if (call !== undefined || refusal.status !== 404)
      tellRefusal(context, refusal, {
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
    const language = readLanguage(request.headers['accept-language']);
    const errors = refusal.items.map((item) => context.texts.toErrorItem(language, item));
    if (refusal.retryAfterSeconds !== undefined) void reply.header('retry-after', String(refusal.retryAfterSeconds));
    return reply
      .code(refusal.status)
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(
        JSON.stringify({ success: 0, errors, error: refusal.items[0]?.code ?? 'SYSTEM_ERROR', request_id: request.id }),
      );
  });
  app.setNotFoundHandler(() => {
    throw new Refusal({ code: 'NOT_FOUND' });
  });
}

function toRefusal(error: FastifyError): Refusal {
  if (error.statusCode === 413) return new Refusal({ code: 'BODY_TOO_LARGE' }, { cause: error });
  if (error.statusCode === 429)
    return new Refusal({ code: 'TOO_MANY_REQUESTS' }, { cause: error, retryAfterSeconds: 60 });
  if (error.statusCode !== undefined && error.statusCode < 500) {
    return new Refusal(
      { code: 'FIELD_INVALID', values: { reason: 'The request could not be read.' } },
      { cause: error },
    );
  }
  return new Refusal({ code: 'SYSTEM_ERROR' }, { cause: error });
}
