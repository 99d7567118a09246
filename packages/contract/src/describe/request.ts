import { apiVersions } from '../api-versions.ts';
import type { Call } from '../define-call.ts';
import { type JsonObject, asObject, toWireSchema } from './wire-schema.ts';
import { toSnakeCase } from '../wire/names.ts';
import { z } from 'zod';

export function bodyOf(call: Call, request: JsonObject): JsonObject {
  const isRequired = Array.isArray(request['required']) && request['required'].length > 0;
  const example = call.example === undefined ? {} : { example: exampleOf(call) };
  return { required: isRequired, content: { [contentType(call)]: { schema: withFile(call, request), ...example } } };
}

export function exampleOf({ example }: Call): JsonObject {
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

export function pathParameters(call: Call): JsonObject[] {
  const params = toWireSchema(z.toJSONSchema(call.params, { io: 'input', unrepresentable: 'any' }));
  const schemas = asObject(params['properties']);
  return [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: schemas[toSnakeCase(name)] ?? { type: 'string' },
  }));
}

export function headerParameters(call: Call): JsonObject[] {
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
    ...(call.access === 'partner' ? [header('Causeway-Version', aboutVersion, { enum: [...apiVersions] })] : []),
    ...(call.name === 'createOrder' ? [header('Idempotency-Key', aboutKey, { maxLength: 200 })] : []),
  ];
}

const aboutVersion = 'The version that the request was written by; without it the newest one answers.';

const aboutKey =
  'Names this order for its client. The same key with the same body gives the same order; with another body it is refused with IDEMPOTENCY_CONFLICT. Without one the captcha token stands for it.';

const captchaField = 'g-recaptcha-response';

/**
 * The captcha token is required wherever a call names one; only a repeated request for an order that exists is answered
 * without it.
 */
export function withCaptcha(call: Call, request: JsonObject): JsonObject {
  if (call.captcha === undefined) return request;
  const required: unknown = request['required'];
  return { ...request, required: [...(Array.isArray(required) ? required.map(String) : []), captchaField] };
}

export function queryParameters(schema: JsonObject, example: JsonObject): JsonObject[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(asObject(schema['properties'])).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
    ...(name in example && { example: example[name] }),
  }));
}
