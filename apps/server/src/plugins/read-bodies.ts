import { apiVersions } from '@causeway/contract/api-versions';
import type { Call } from '@causeway/contract/define-call';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../errors.ts';

/** Bodies arrive as text: a call decodes them itself, and signatures are checked over the exact bytes. */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const types = ['application/x-www-form-urlencoded', 'application/json'];
  app.addContentTypeParser(types, { parseAs: 'string' }, (_request, body, done) => done(null, body));
}

/** What a call was sent, as text: its body, or its query. */
export function readSent(call: Call, request: FastifyRequest): string {
  if (call.encoding !== 'query') return typeof request.body === 'string' ? request.body : '';
  const url = request.raw.url ?? '';
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
}

/** The header that a partner's server or an operator sent a key in: ours, or the usual one. */
export function secretKeyOf({ headers }: FastifyRequest): string | undefined {
  return headerText(headers['x-authorization']) ?? headerText(headers.authorization);
}

/** Whether the body says that it is JSON. */
export function isJson({ headers }: FastifyRequest): boolean {
  return /^application\/json\b/i.test(headers['content-type'] ?? '');
}

/** A header that came once and is not empty. */
export function headerText(value: string | string[] | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/**
 * The request of a partner's server, which may say by which version of the API it was written.
 *
 * @throws Refusal FIELD_INVALID for a version that there is none of
 */
export function requireVersion({ access }: Call, request: FastifyRequest): FastifyRequest {
  const asked = request.headers['causeway-version'];
  if (access !== 'partner' || asked === undefined || apiVersions.some((version) => version === asked)) return request;
  const values = { fault: 'choice', choices: apiVersions.join(', ') };
  throw new Refusal({ code: 'FIELD_INVALID', field: 'causeway_version', values });
}
