import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { describeApi } from './api-description.ts';
import { allCalls } from './calls/all-calls.ts';
import { isKeyed } from './define-call.ts';

const operation = z.looseObject({
  description: z.string().min(10),
  summary: z.string().min(3),
  tags: z.array(z.string().min(1)).length(1),
  security: z.array(z.record(z.string(), z.array(z.never()))),
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string() })),
  responses: z.record(z.string(), z.unknown()),
  requestBody: z.unknown().optional(),
});
const api = z
  .looseObject({
    paths: z.record(z.string(), z.record(z.string(), operation)),
    components: z.looseObject({
      responses: z.record(z.string(), z.unknown()),
      schemas: z.record(z.string(), z.unknown()),
      securitySchemes: z.record(z.string(), z.looseObject({ name: z.string(), description: z.string() })),
    }),
  })
  .parse(describeApi(allCalls, { title: 'Causeway', version: '1', url: 'https://pay.example' }));

describe.each(allCalls.map((call) => [call.name, call] as const))('law 6: the description of %s', (_name, call) => {
  const described = api.paths[call.path]?.[call.method.toLowerCase()];
  if (described === undefined) throw new Error(`${call.name} is not described`);

  test('says who may ask', () => {
    const expected = {
      anyone: [],
      client: [{ access: [] }],
      merchant: [{ access: [] }, {}],
      partner: [{ secretKey: [] }],
      operator: [{ operatorKey: [] }],
    }[call.access];
    expect(described.security).toEqual(expected);
  });

  test('says every refusal that it may meet', () => {
    const met = ['200', '400', '404', '429', '431', '500', '503'];
    const guarded = isKeyed(call) ? ['401'] : ['401', '403', '405'];
    const body = call.encoding === 'query' ? [] : ['413', '415'];
    expect(Object.keys(described.responses).toSorted()).toEqual([...met, ...guarded, ...body].toSorted());
    for (const status of Object.keys(described.responses).filter((name) => name !== '200'))
      expect(api.components.responses).toHaveProperty(`Refused${status}`);
  });

  test('asks for the captcha where the call does', () => {
    const asked = JSON.stringify(described.requestBody ?? {});
    if (call.captcha !== undefined) expect(asked).toMatch(/"required":\[[^\]]*"g-recaptcha-response"/);
    else expect(asked).not.toMatch(/"required":\[[^\]]*"g-recaptcha-response"/);
  });

  test('names the headers of every call', () => {
    const headers = described.parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);
    expect(headers).toEqual([
      'X-Requested-With',
      'Accept-Language',
      ...(call.access === 'partner' ? ['Causeway-Version'] : []),
      ...(call.name === 'createOrder' ? ['Idempotency-Key'] : []),
    ]);
  });
});

test('law 6: who has the description alone knows what stands in the header', () => {
  const { access, secretKey, operatorKey } = api.components.securitySchemes;
  expect([access?.name, secretKey?.name, operatorKey?.name]).toEqual(
    Array.from({ length: 3 }, () => 'X-Authorization'),
  );
  expect(access?.description).toMatch(/`Bearer`, a space and the access token.*`Bearer eyJ/);
  expect(secretKey?.description).toMatch(/`Bearer`, a space and the secret key.*`Bearer sk_/);
  expect(operatorKey?.description).toMatch(/`Bearer`, a space and the key of an operator.*`Bearer op_/);
});

test('law 6: codes, flags and amounts are typed', () => {
  expect(api.components.schemas['Refusal']).toMatchObject({
    properties: { error: { enum: expect.arrayContaining(['', 'ACCESS_EXPIRED', 'QUOTE_EXPIRED']) } },
  });
  const text = JSON.stringify(api);
  expect(text).toContain('"Decimal text: ASCII digits and at most one dot."');
  expect(text).toContain('"1 for yes, 0 for no."');
  expect(text).toMatch(/"code":\{"type":"string","enum":\["ACCESS_EXPIRED"/);
});
