import { z } from 'zod';
import type { Call } from './define-call.ts';
import { errorCodes } from './errors/error-codes.ts';
import { errorItems } from './errors/error-item.ts';
import { toSnakeCase } from './wire/names.ts';

type JsonObject = { [key: string]: unknown };

/** The OpenAPI 3.1 description of the calls, in the names of the wire. */
export function describeApi(
  calls: readonly Call[],
  server: { title: string; version: string; url: string },
): JsonObject {
  const paths: Record<string, JsonObject> = {};
  for (const call of calls) paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: describeCall(call) };
  return {
    openapi: '3.1.0',
    info: { title: server.title, version: server.version, description: about },
    servers: [{ url: server.url }],
    tags: [...new Set(calls.map(tagOf))].map((name) => ({ name })),
    components: {
      securitySchemes: {
        access: { type: 'apiKey', in: 'header', name: 'X-Authorization', description: aboutAccess },
        secretKey: { type: 'apiKey', in: 'header', name: 'X-Authorization', description: aboutSecretKey },
      },
      schemas: { Refusal: refusal, ErrorItems: errorItemsSchema },
      responses: Object.fromEntries(
        Object.entries(statuses).map(([status, description]) => [`Refused${status}`, refusedWith(status, description)]),
      ),
    },
    paths,
  };
}

const about = [
  'Names on the wire are snake_case, amounts are decimal text, flags are 1 or 0, moments are Unix seconds.',
  'A refusal that is part of the business is answered with 200, `success` 0 and `errors`, in the answer’s own shape or as a',
  '`Refusal`. Any other status carries a `Refusal`. `request_id` names the request in the server’s log.',
].join(' ');
const aboutAccess = 'The word `Bearer`, a space and the access token of a sign-in: `Bearer eyJ…`.';
const aboutSecretKey = 'The word `Bearer`, a space and the secret key of a partner’s server: `Bearer sk_…`.';

const statuses = {
  400: 'The request could not be read, or a field has a form that none may have.',
  401: 'The session is over: sign in again. Of a partner’s server: the secret key is not known, or over.',
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
function statusesOf(call: Call): Status[] {
  const hasBody = call.encoding !== 'query';
  return [
    400,
    ...(call.name === 'refreshAccessToken' || call.access === 'partner' ? ([401] as const) : []),
    ...(call.access === 'partner' ? [] : ([401, 403, 405] as const)),
    404,
    ...(hasBody ? ([413, 415] as const) : []),
    429,
    431,
    500,
    503,
  ].filter((status, index, all): status is Status => all.indexOf(status) === index && status in statuses);
}

const errorItemsSchema = toWireSchema(z.toJSONSchema(errorItems, { io: 'output', unrepresentable: 'any' }));
const code = { type: 'string', enum: ['', ...Object.keys(errorCodes)], description: 'Code of the first error.' };
const requestId = { type: 'string', description: 'Names the request in the server’s log.' };
const refusal: JsonObject = {
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

function refusedWith(status: string, description: string): JsonObject {
  const isWaiting = status === '429' || status === '503';
  return {
    description,
    ...(isWaiting && {
      headers: { 'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } } },
    }),
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
  };
}

function describeCall(call: Call): JsonObject {
  const request = withCaptcha(
    call,
    toWireSchema(z.toJSONSchema(call.request, { io: 'input', unrepresentable: 'any' })),
  );
  const answer = withRefusal(toWireSchema(z.toJSONSchema(call.answer, { io: 'output', unrepresentable: 'any' })));
  return {
    operationId: call.name,
    summary: call.summary,
    description: descriptionOf(call),
    tags: [tagOf(call)],
    ...(call.deprecated && { deprecated: true }),
    security: securityOf(call),
    parameters: [
      ...pathParameters(call),
      ...(call.encoding === 'query' ? queryParameters(request, exampleOf(call)) : []),
      ...headerParameters(call),
    ],
    ...(call.encoding === 'query' ? {} : { requestBody: bodyOf(call, request) }),
    responses: {
      '200': {
        description: 'The answer, or a refusal that is part of the business.',
        content: {
          ...Object.fromEntries(
            (call.fileTypes ?? []).map((type) => [type, { schema: { type: 'string', format: 'binary' } }]),
          ),
          ...(call.isStream === true && { 'text/event-stream': { schema: { type: 'string' } } }),
          'application/json': { schema: { anyOf: [answer, { $ref: '#/components/schemas/Refusal' }] } },
        },
      },
      ...Object.fromEntries(
        statusesOf(call).map((status) => [String(status), { $ref: `#/components/responses/Refused${status}` }]),
      ),
    },
  };
}

/** A refused answer that has `errors` also names the refusal and its request. */
function withRefusal(answer: JsonObject): JsonObject {
  const properties = asObject(answer['properties']);
  return { ...answer, properties: { error: code, request_id: requestId, ...properties } };
}

function securityOf({ access }: Call): JsonObject[] {
  if (access === 'client') return [{ access: [] }];
  if (access === 'partner') return [{ secretKey: [] }];
  // A signed-in client uses the access token; an order of a merchant needs no sign-in.
  return access === 'merchant' ? [{ access: [] }, {}] : [];
}

const audiences = {
  anyone: 'Anybody may ask.',
  client: 'For a client who is signed in.',
  merchant: 'For a client who is signed in; an order of a merchant needs no sign-in.',
  partner: 'For the server of a partner.',
} as const;

function descriptionOf(call: Call): string {
  const captcha =
    call.captcha === undefined ? [] : [`Needs a captcha token of the action \`${call.captcha}\`, which works once.`];
  const { deprecated } = call;
  const end = deprecated === undefined ? [] : [`Ends on ${deprecated.until}. ${deprecated.instead}`];
  return [`${call.id}.`, audiences[call.access], ...captcha, ...end].join(' ');
}

/** Parts of the product, by the paths of their calls. */
const tags: readonly [RegExp, string][] = [
  [/^\/(onramp\/o|order|lt_decision)/, 'Orders'],
  [/^\/(onramp\/addresses|cards?|balance)/, 'Money'],
  [/^\/(client\/send_event|support\/|data\/|\{lang\})/, 'Site'],
  [/^\/(onramp\/client|client|notifications|check_email|send_email|verification)/, 'Account'],
  [/^\/(referral|onramp\/affiliate)/, 'Affiliate'],
  [/^\/onramp\//, 'Prices'],
  [/^\/(sign|password|logout|refresh|captcha)/, 'Sign-in'],
  [/^\/(transactions|partner)/, 'Transactions and partners'],
];

function tagOf({ path }: Call): string {
  return tags.find(([pattern]) => pattern.test(path))?.[1] ?? '';
}

function bodyOf(call: Call, request: JsonObject): JsonObject {
  const isRequired = Array.isArray(request['required']) && request['required'].length > 0;
  const example = call.example === undefined ? {} : { example: exampleOf(call) };
  return { required: isRequired, content: { [contentType(call)]: { schema: withFile(call, request), ...example } } };
}

function exampleOf({ example }: Call): JsonObject {
  return Object.fromEntries(Object.entries(asObject(example)).map(([name, value]) => [toSnakeCase(name), value]));
}

function withFile(call: Call, request: JsonObject): JsonObject {
  if (call.encoding !== 'multipart') return request;
  const required: unknown = request['required'];
  return {
    ...request,
    properties: { ...asObject(request['properties']), file: { type: 'string', format: 'binary' } },
    required: [...(Array.isArray(required) ? required.map(String) : []), 'file'],
  };
}

function contentType(call: Call): string {
  if (call.encoding === 'multipart') return 'multipart/form-data';
  return call.encoding === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
}

function pathParameters(call: Call): JsonObject[] {
  const params = toWireSchema(z.toJSONSchema(call.params, { io: 'input', unrepresentable: 'any' }));
  const schemas = asObject(params['properties']);
  return [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: schemas[toSnakeCase(name)] ?? { type: 'string' },
  }));
}

function headerParameters(call: Call): JsonObject[] {
  const header = (name: string, description: string, schema: JsonObject) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string', ...schema },
  });
  return [
    header('X-Requested-With', 'Set by scripts: no page of another origin can.', { const: 'XMLHttpRequest' }),
    header('Accept-Language', 'Language of the texts.', {}),
    ...(call.name === 'createOrder' ? [header('Idempotency-Key', aboutKey, { maxLength: 200 })] : []),
  ];
}

const aboutKey =
  'Names this order for its client. The same key with the same body gives the same order; with another body it is refused with IDEMPOTENCY_CONFLICT. Without one the captcha token stands for it.';

const captchaField = 'g-recaptcha-response';

/**
 * The captcha token is required wherever a call names one; only a repeated request for an order that exists is answered
 * without it.
 */
function withCaptcha(call: Call, request: JsonObject): JsonObject {
  if (call.captcha === undefined) return request;
  const required: unknown = request['required'];
  return { ...request, required: [...(Array.isArray(required) ? required.map(String) : []), captchaField] };
}

function queryParameters(schema: JsonObject, example: JsonObject): JsonObject[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(asObject(schema['properties'])).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
    ...(name in example && { example: example[name] }),
  }));
}

function toWireSchema(value: unknown): JsonObject {
  return asObject(rename(value));
}

function rename(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(rename);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => key !== '$schema')
      .map(([key, item]) => {
        if (key === 'properties')
          return [
            key,
            Object.fromEntries(
              Object.entries(asObject(item)).map(([name, property]) => [toSnakeCase(name), rename(property)]),
            ),
          ];
        if (key === 'required' && Array.isArray(item)) return [key, item.map((name) => wireNameOf(String(name)))];
        return [key, rename(item)];
      }),
  );
}

/** Codes of currencies are keys of maps, and stay as they are. */
function wireNameOf(name: string): string {
  return /^[A-Z]{3}$/.test(name) ? name : toSnakeCase(name);
}

function asObject(value: unknown): JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};
}
