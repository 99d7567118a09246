import { type Call, isKeyed } from '../define-call.ts';
import { toWireSchema, type JsonObject, asObject } from './wire-schema.ts';
import { z } from 'zod';
import { errorItems } from '../errors/error-item.ts';
import { errorCodes } from '../errors/error-codes.ts';

export const statuses = {
  400: 'The request could not be read, or a field has a form that none may have.',
  401: 'The session is over: sign in again. Of a partner’s server or an operator: the key is not known, or over.',
  403: 'The access token is missing or over: refresh it.',
  404: 'There is no such thing for this reader, or no such path.',
  405: 'The token is of another kind than an access token.',
  413: 'The body is too large.',
  415: 'No call takes a body of this kind.',
  429: 'Too many requests: `Retry-After` says when to come back.',
  431: 'The headers are too large.',
  500: 'Something failed on our side.',
  503: 'This cannot be done right now: `Retry-After` says when to come back.',
} as const;

type Status = keyof typeof statuses;

/** Refusals that any call may be answered with, beside its own. */
export function statusesOf(call: Call): Status[] {
  const hasBody = call.encoding !== 'query';
  return [
    400,
    ...(call.name === 'refreshAccessToken' || isKeyed(call) ? ([401] as const) : []),
    ...(isKeyed(call) ? [] : ([401, 403, 405] as const)),
    404,
    ...(hasBody ? ([413, 415] as const) : []),
    429,
    431,
    500,
    503,
  ].filter((status, index, all): status is Status => all.indexOf(status) === index && status in statuses);
}

export const errorItemsSchema = toWireSchema(z.toJSONSchema(errorItems, { io: 'output', unrepresentable: 'any' }));
const code = { type: 'string', enum: ['', ...Object.keys(errorCodes)], description: 'Code of the first error.' };
const requestId = { type: 'string', description: 'Names the request in the server’s log.' };
export const refusal: JsonObject = {
  type: 'object',
  description: 'Why a request was refused. `text` is ready to show, in the language of `Accept-Language`.',
  properties: {
    success: { type: 'integer', const: 0 },
    errors: { $ref: '#/components/schemas/ErrorItems' },
    error: code,
    request_id: requestId,
  },
  required: ['success', 'errors', 'error', 'request_id'],
  additionalProperties: false,
};

export function refusedWith(status: string, description: string): JsonObject {
  const isWaiting = status === '429' || status === '503';
  return {
    description,
    ...(isWaiting && {
      headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } },
    }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  };
}

/** A refused answer that has `errors` also names the refusal and its request. */
export function withRefusal(answer: JsonObject): JsonObject {
  const properties = asObject(answer['properties']);
  return { ...answer, properties: { error: code, request_id: requestId, ...properties } };
}
