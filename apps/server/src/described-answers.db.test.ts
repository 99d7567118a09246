import { describeApi } from '@causeway/contract/api-description';
import { allCalls } from '@causeway/contract/calls/all-calls';
import type { Call } from '@causeway/contract/define-call';
import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApi } from './app.ts';
import { addDesk } from './modules/operators/fixtures/change-operators.ts';
import { openOrderWorld } from './modules/orders/fixtures/open-order-world.ts';

const requestsOfOne = 16;
/** Calls that answer 200 only to a caller who holds more than these attempts have. */
const neverAnswered: ReadonlySet<string> = new Set([
  'addPasskey',
  'confirmByPasskey',
  'decideLatePayment',
  // Files, and what a phone has of them, are tried in the rooms' own tests.
  'endHandover',
  'finishHandover',
  'getHandedWizard',
  'openHandover',
  'readHandover',
  'dropDocument',
  'readDocument',
  'downloadDataExport',
  'downloadReceipt',
  'downloadStatement',
  'uploadDocument',
  'sendUploadPart',
  'deleteCard',
  'getCaptchaChallenge',
  'listPartnerTransactions',
  // Needs an order of the partner.
  'getPartnerOrder',
  'refreshAccessToken',
  'renameCard',
  'renamePasskey',
  'renameDestination',
  'removeDestination',
  'sendEvent',
  'startConfirmByPasskey',
]);
/** The key of a partner's server, as the sandbox seeds it. */
const partnerSecret = 'sk_test_shop_sandbox_secret_key';

const property = z.looseObject({ enum: z.array(z.string()).optional(), type: z.string().optional() });
const schemaSeen = z.looseObject({ properties: z.record(z.string(), property).default({}) });
const operation = z.looseObject({
  parameters: z.array(z.looseObject({ name: z.string(), in: z.string(), schema: property })),
  requestBody: z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: schemaSeen })) }).optional(),
  responses: z.record(z.string(), z.unknown()),
});
const described = z.looseObject({ paths: z.record(z.string(), z.record(z.string(), operation)) });

const world = await openOrderWorld();
const document = describeApi(allCalls, { title: 'Causeway', version: '1', url: 'https://pay.example' });
const api = described.parse(document);
const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
ajv.addSchema(document, 'api');
let app: FastifyInstance;
let access: string;
let operatorKey: string;

beforeAll(async () => {
  app = await createApi(world.context);
  operatorKey = await addDesk(world, 'desk');
});
beforeEach(async () => void (access = await world.signIn()));
afterAll(() => app.close());

/** Values that fields of these names accept, so that answers beyond the first check occur too. */
const plausible: Readonly<Record<string, readonly string[]>> = {
  payin_currency: ['EUR', 'EUR', 'BTC', 'XXX'],
  payin_group: ['card', 'sepa', 'balance', 'bitcoin'],
  payin_amount: ['100', '100', '0.01', '1000000'],
  payout_currency: ['BTC', 'BTC', 'USDT', 'EUR'],
  payout_group: ['bitcoin', 'bitcoin', 'balance', 'ethereum'],
  is_floating_rate: ['1', '1', '0'],
  coupon: ['WELCOME', 'NOSUCH'],
  email: ['client@example.com', 'nobody@example.com'],
  password: ['causeway-demo-1', 'wrong horse battery'],
  old_password: ['wrong horse battery'],
  new_password: ['another horse battery'],
  new_password_repeat: ['another horse battery'],
  refresh: [`cwr_${'x'.repeat(43)}`],
  token: ['x'.repeat(43)],
  key: ['A'.repeat(32)],
  code: ['000000'],
  id: ['0b6f3f6c-6b0e-4c6e-9a57-1f7d8a2c9e10'],
  name: ['event_name', 'A name'],
  device_id: ['a-device'],
  field: ['document_type'],
  comment: ['Words'],
  reason: ['review'],
  push_token: ['a-token'],
  version: ['1'],
  phone: ['+442079460958', '1'],
  dst_address: ['bc1qnotreal'],
  action: ['signin'],
  answer: ['yes'],
  partner_order_id: ['7'],
  description: ['Words'],
  currency: ['EUR', 'BTC'],
  group: ['bitcoin'],
  favorite_currencies: ['BTC'],
  favorite_groups: ['bitcoin'],
};

/** Mostly what a page would send, so that an answer occurs; then any value. */
function valueOf(name: string, { enum: choices }: z.output<typeof property>, known: readonly string[]) {
  const values = [...known, ...(known.length > 0 ? [] : (plausible[name] ?? choices ?? []))];
  const nothing = fc.constant<string | undefined>(undefined);
  const garbage = fc.constantFrom('', 'x', '1', '-1', '9'.repeat(40), '<b>', '\u0000', '__proto__');
  const good = values.length === 0 ? nothing : fc.constantFrom(...values);
  return { good: fc.oneof({ arbitrary: good, weight: 9 }, nothing), any: fc.oneof(good, nothing, garbage) };
}

/** An order of the client, and one that waits for a code. */
async function openOrders(call: Call): Promise<{ niceId: string; uuid: string }> {
  if (!/niceId|uuid/.test(JSON.stringify([call.path, operationOf(call)])))
    return { niceId: 'CW0123456789ABCDEF', uuid: '' };
  const client = await world.signInClient();
  access = client.access;
  await world.giveBalance(client, 100_000n, 'EUR');
  const { order } = await world.buy(access);
  const { body } = await world.buy(access, { payin_group: 'balance', payin_amount: '31' });
  return { niceId: order.nice_id, uuid: body.uuid };
}

// A stream has no end to wait for: modules/live/live.db.test.ts opens it.
const answeredCalls = allCalls.filter(({ isStream }) => isStream !== true);

describe.each(answeredCalls.map((call) => [call.name, call] as const))(
  'law 6: what %s answers is described',
  (_name, call) => {
    test('whatever it is asked', async () => {
      const { parameters, requestBody, responses } = operationOf(call);
      const body = Object.values(requestBody?.content ?? {})[0]?.schema.properties ?? {};
      const query = Object.fromEntries(
        parameters.filter((one) => one.in === 'query').map((one) => [one.name, one.schema]),
      );
      const fields = Object.entries({ ...query, ...body }).filter(([name]) => name !== 'g-recaptcha-response');
      const { niceId, uuid } = await openOrders(call);
      const real: Readonly<Record<string, string[]>> = {
        nice_id: [niceId],
        uuid: uuid === '' ? [] : [uuid],
        // An order's quote is a text that only the server can make.
        ...(call.name === 'getPriceHistory' && { base: ['BTC'], quote: ['EUR'] }),
      };
      const record = (how: 'good' | 'any') =>
        fc.record(
          Object.fromEntries(fields.map(([name, schema]) => [name, valueOf(name, schema, real[name] ?? [])[how]])),
        );
      const requests = fc.sample(fc.oneof({ arbitrary: record('good'), weight: 3 }, record('any')), {
        numRuns: requestsOfOne,
        seed: 12,
      });
      let described200 = 0;
      for (const [index, request] of requests.entries()) {
        const given = Object.entries(request).filter((entry): entry is [string, string] => entry[1] !== undefined);
        if (call.captcha !== undefined && index % 4 !== 0)
          given.push(['g-recaptcha-response', await world.sandbox.captchaToken(call.captcha)]);
        const answer = await send(call, niceId, given, index % 5 === 4 ? undefined : tokenOf(call));
        const description = `${call.name} ${JSON.stringify(given)}: ${answer.statusCode} ${answer.body.slice(0, 400)}`;
        expect(answer.statusCode, description).toBeLessThan(500);
        expect(Object.keys(responses), description).toContain(String(answer.statusCode));
        const isValid = validatorOf(call, answer.statusCode);
        expect({ isValid: isValid(answer.json()), faults: (isValid.errors ?? []).slice(0, 4) }, description).toEqual({
          isValid: true,
          faults: [],
        });
        if (answer.statusCode === 200) described200 += 1;
      }
      // Otherwise only first checks were tested.
      if (!neverAnswered.has(call.name)) expect(described200).toBeGreaterThan(0);
    });
  },
);

function tokenOf(call: Call): string {
  return call.access === 'partner' ? partnerSecret : call.access === 'operator' ? operatorKey : access;
}

async function send(call: Call, niceId: string, fields: readonly [string, string][], token: string | undefined) {
  const path = call.path.replace('{niceId}', niceId).replace('{lang}', 'en');
  const text = new URLSearchParams([...fields]).toString();
  const isJson = call.encoding === 'json';
  const type = isJson ? 'application/json' : 'application/x-www-form-urlencoded';
  return app.inject({
    method: call.method,
    url: call.encoding === 'query' ? `${path}?${text}` : path,
    headers: {
      'x-requested-with': 'XMLHttpRequest',
      ...(token !== undefined && { 'x-authorization': `Bearer ${token}` }),
      ...(call.encoding !== 'query' && { 'content-type': type }),
    },
    ...(call.encoding === 'query' ? {} : { payload: isJson ? JSON.stringify(toJson(call, fields)) : text }),
  });
}

/** A list carries its one value. */
function toJson(call: Call, fields: readonly [string, string][]): Readonly<Record<string, unknown>> {
  const properties = Object.values(operationOf(call).requestBody?.content ?? {})[0]?.schema.properties ?? {};
  return Object.fromEntries(
    fields.map(([name, value]) => [name, properties[name]?.type === 'array' ? [value] : value]),
  );
}

function operationOf(call: Call): z.output<typeof operation> {
  const found = api.paths[call.path]?.[call.method.toLowerCase()];
  if (found === undefined) throw new Error(`${call.name} is not described`);
  return found;
}

function validatorOf(call: Call, status: number) {
  const step = (text: string) => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
  const answers =
    status === 200
      ? `paths/${step(call.path)}/${call.method.toLowerCase()}/responses/200`
      : `components/responses/Refused${status}`;
  return ajv.compile({ $ref: `api#/${answers}/content/${step('application/json')}/schema` });
}
