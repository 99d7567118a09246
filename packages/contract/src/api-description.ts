import { z } from 'zod';
import type { Call } from './define-call.ts';
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
    info: { title: server.title, version: server.version },
    servers: [{ url: server.url }],
    components: { securitySchemes: { access: { type: 'apiKey', in: 'header', name: 'X-Authorization' } } },
    paths,
  };
}

function describeCall(call: Call): JsonObject {
  const request = toWireSchema(z.toJSONSchema(call.request, { io: 'input', unrepresentable: 'any' }));
  const answer = toWireSchema(z.toJSONSchema(call.answer, { io: 'output', unrepresentable: 'any' }));
  return {
    operationId: call.name,
    summary: call.summary,
    description: call.id,
    ...(call.access === 'anyone' ? {} : { security: [{ access: [] }] }),
    parameters: [...pathParameters(call), ...(call.encoding === 'query' ? queryParameters(request) : [])],
    ...(call.encoding === 'query' ? {} : { requestBody: { content: { [contentType(call)]: { schema: request } } } }),
    responses: { '200': { description: 'The answer', content: { 'application/json': { schema: answer } } } },
  };
}

function contentType(call: Call): string {
  return call.encoding === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
}

function pathParameters(call: Call): JsonObject[] {
  return [...call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
}

function queryParameters(schema: JsonObject): JsonObject[] {
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(asObject(schema['properties'])).map(([name, property]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema: property,
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
        if (key === 'required' && Array.isArray(item)) return [key, item.map((name) => toSnakeCase(String(name)))];
        return [key, rename(item)];
      }),
  );
}

function asObject(value: unknown): JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? { ...value } : {};
}
