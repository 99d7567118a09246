import { z } from 'zod';
import type { Call } from './define-call.ts';
import { type JsonObject, toWireSchema } from './describe/wire-schema.ts';
import { statuses, statusesOf, errorItemsSchema, refusal, refusedWith, withRefusal } from './describe/refusals.ts';
import {
  bodyOf,
  exampleOf,
  pathParameters,
  headerParameters,
  withCaptcha,
  queryParameters,
} from './describe/request.ts';
import { descriptionOf, tagOf } from './describe/describe-call.ts';

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
        operatorKey: { type: 'apiKey', in: 'header', name: 'X-Authorization', description: aboutOperatorKey },
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
const aboutOperatorKey = 'The word `Bearer`, a space and the key of an operator: `Bearer op_…`.';

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

function securityOf({ access }: Call): JsonObject[] {
  if (access === 'client') return [{ access: [] }];
  if (access === 'partner') return [{ secretKey: [] }];
  if (access === 'operator') return [{ operatorKey: [] }];
  // A signed-in client uses the access token; an order of a merchant needs no sign-in.
  return access === 'merchant' ? [{ access: [] }, {}] : [];
}
