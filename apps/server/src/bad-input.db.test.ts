import { allCalls } from '@causeway/contract/calls/all-calls';
import type { Call } from '@causeway/contract/define-call';
import { describeApi } from '@causeway/contract/api-description';
import { encodeForm } from '@causeway/contract/wire/encode-form';
import { sql } from 'kysely';
import type { FastifyInstance } from 'fastify';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApi } from './app.ts';
import { addDesk } from './modules/operators/fixtures/change-operators.ts';
import { openOrderWorld } from './modules/orders/fixtures/open-order-world.ts';

/** Values that no field accepts, or only as plain text without a meaning. */
const badValues = [
  '',
  ' ',
  '0',
  '-1',
  '+1',
  '1e3',
  '1e-7',
  '1e999',
  '0x10',
  '1_000',
  '1,5',
  '.5',
  '1.',
  'NaN',
  'Infinity',
  '-0',
  'null',
  'true',
  '[]',
  '{}',
  '١٢',
  '１２',
  '9'.repeat(40),
  `0.${'1'.repeat(40)}`,
  'x'.repeat(30_000),
  '\u0000',
  'a\u0000b',
  '\uFFFE',
  '\u202Egnp',
  '\u200B',
  '<script>alert(1)</script>',
  "' or 1=1 --",
  '../../etc/passwd',
  '%00',
  'XYZ',
  'EUR\n',
  'CW0000000000000000',
  'CW1234567890ABCDEF',
  'pk_nobody',
  '__proto__',
];

const refusal = z.object({
  errors: z.array(
    z.object({
      type: z.enum(['danger', 'warning', 'info']),
      field: z.string(),
      code: z.string().min(1),
      text: z.string().min(1),
    }),
  ),
});

/** The key of a partner's server, as the sandbox seeds it. */
const partnerSecret = 'sk_test_shop_sandbox_secret_key';

const world = await openOrderWorld();
let app: FastifyInstance;
let access: string;
let operatorKey: string;

beforeAll(async () => {
  app = await createApi({ ...world.context, config: { ...world.context.config, RATE_LIMIT: 'off' } });
  operatorKey = await addDesk(world, 'desk');
});

// Logging out is one of the calls, so every test signs in for itself.
beforeEach(async () => {
  access = await world.signIn();
});

// A stream has no end to wait for: modules/live/live.db.test.ts opens it.
const answeredCalls = allCalls.filter(({ isStream }) => isStream !== true);

describe.each(answeredCalls.map((call) => [call.name, call] as const))('bad input at %s', (_name, call) => {
  test.each(fieldsOf(call))('in the field %s is refused with a clear error and changes nothing', async (field) => {
    const before = await fingerprint();
    for (const value of badValues) {
      // Each is a guess, and there are more of them than one caller is allowed.
      await world.context.db.deleteFrom('countedTries').execute();
      await send(call, { [field]: value });
    }
    expect(await fingerprint()).toEqual(before);
  });

  test('doubled, in both spellings, as a list, as garbage, or as another kind of body', async () => {
    const before = await fingerprint();
    const [field = 'payin_amount'] = fieldsOf(call);
    const camel = field.replace(/_([a-z])/g, (_match, letter: string) => letter.toUpperCase());
    for (const body of [
      `${field}=1&${field}=2`,
      `${field}=1&${camel}=2`,
      `${field}[]=1`,
      `${field}[a]=1`,
      '=&=&%E0%A4%A',
      'a'.repeat(40_000),
      'a=1&'.repeat(2000),
    ])
      await sendRaw(call, body);
    for (const type of ['application/json', 'text/plain', 'multipart/form-data', ''])
      await sendRaw(call, '{"payin_amount":1e999}', type);
    expect(await fingerprint()).toEqual(before);
  });
});

test("another client's order is not found", async () => {
  const owner = await world.signIn();
  const { order } = await world.buy(owner);
  for (const path of [`/onramp/o/${order.nice_id}/cancel`, `/onramp/o/${order.nice_id}/pay`]) {
    const answer = await app.inject({
      method: 'POST',
      url: path,
      headers: headers('application/x-www-form-urlencoded'),
      payload: '',
    });
    expect(answer.statusCode).toBe(404);
    expect(refusal.parse(answer.json()).errors[0]?.code).toBe('NOT_FOUND');
  }
});

test.each([
  '/no/such/call',
  '/onramp/o/%2e%2e',
  '/onramp/o/%00',
  `/onramp/o/${'x'.repeat(5000)}`,
  '/xx/data/locale_keys/',
  '/%2e%2e/data/locale_keys/',
])('the path %s is not there', async (url) => {
  const answer = await app.inject({
    method: 'POST',
    url,
    headers: headers('application/x-www-form-urlencoded'),
    payload: '',
  });
  expect([404, 414]).toContain(answer.statusCode);
});

/** Sends a call with these fields over otherwise empty ones. */
async function send(call: Call, fields: Readonly<Record<string, string>>): Promise<void> {
  await sendRaw(call, encodeForm(fields).toString());
}

async function sendRaw(call: Call, body: string, type = 'application/x-www-form-urlencoded'): Promise<void> {
  const path = call.path.replace('{niceId}', 'CW0123456789ABCDEF').replace('{lang}', 'en');
  const isQuery = call.encoding === 'query';
  const answer = await app.inject({
    method: call.method,
    url: isQuery ? `${path}?${body}` : path,
    headers: headers(isQuery ? '' : type, tokenOf(call)),
    ...(isQuery ? {} : { payload: body }),
  });
  const description = `${call.name} ${body.slice(0, 80)}: ${answer.statusCode} ${answer.body.slice(0, 300)}`;
  expect(answer.statusCode, description).toBeLessThan(500);
  // Authentication must succeed, or nothing behind it is tried. A fault of the credentials themselves is the one
  // correct 401.
  const isAboutAccess =
    call.name === 'refreshAccessToken' || (call.access === 'partner' && body.startsWith('partner_key='));
  if (!isAboutAccess) expect([401, 403, 429], description).not.toContain(answer.statusCode);
  if (answer.statusCode === 200) return;
  expect(refusal.safeParse(answer.json()).success, description).toBe(true);
  expect(answer.body, description).not.toMatch(/\bat .*\.ts:|select .* from|\/src\//i);
}

function tokenOf(call: Call): string {
  if (call.access === 'operator') return operatorKey;
  return call.access === 'partner' ? partnerSecret : access;
}

function headers(type: string, token = access): Record<string, string> {
  return {
    'x-authorization': `Bearer ${token}`,
    'x-requested-with': 'XMLHttpRequest',
    ...(type === '' ? {} : { 'content-type': type }),
  };
}

/** Fields of a call in the names of the wire, from its own description. */
function fieldsOf(call: Call): string[] {
  const operation = z
    .object({
      parameters: z.array(z.object({ name: z.string(), in: z.string() })),
      requestBody: z
        .object({
          content: z.record(
            z.string(),
            z.object({ schema: z.looseObject({ properties: z.record(z.string(), z.unknown()).optional() }) }),
          ),
        })
        .optional(),
    })
    .parse(
      z
        .record(z.string(), z.record(z.string(), z.unknown()))
        .parse(describeApi([call], { title: '', version: '', url: '' })['paths'])[call.path]?.[
        call.method.toLowerCase()
      ],
    );
  const inQuery = operation.parameters
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => parameter.name);
  const inBody = Object.values(operation.requestBody?.content ?? {}).flatMap((content) =>
    Object.keys(content.schema.properties ?? {}),
  );
  return [...inQuery, ...inBody];
}

/** What orders, money and accounts the database holds; codes and used captchas may come and go. */
async function fingerprint(): Promise<unknown> {
  const { rows } = await sql<Record<string, string>>`
    select (select count(*) from orders)::text as orders, (select count(*) from quotes)::text as quotes, (select count(*) from card_payments)::text as payments,
      (select count(*) from ledger_lines)::text as lines, (select count(*) from payouts)::text as payouts,
      (select string_agg(status, ',' order by order_id) from orders) as statuses
  `.execute(world.context.db);
  return rows[0];
}
