import { allCalls } from '@causeway/contract/calls/all-calls';
import type { Call } from '@causeway/contract/define-call';
import { toWireNames } from '@causeway/contract/wire/convert-keys';
import { encodeForm } from '@causeway/contract/wire/encode-form';
import { toSnakeCase } from '@causeway/contract/wire/names';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApi } from './app.ts';
import { openOrderWorld } from './modules/orders/fixtures/open-order-world.ts';

/** Open to visitors: a list of its own, so that no slip in the contract opens a call. */
const open = [
  'getConfig',
  'getClient',
  'getCalculation',
  'getPriceHistory',
  'checkCoupon',
  'getCaptchaChallenge',
  'signUp',
  'startPasskeySignin',
  'startOauthSignin',
  'signIn',
  'sendSigninCode',
  'signInByCode',
  'requestRecovery',
  'resetPassword',
  'logOut',
  'refreshAccessToken',
  'getLocaleKeys',
  'sendEvent',
  'getOrder',
  'listCountries',
  'listStates',
  'openHandover',
  'openSupportCase',
];

/**
 * Object of another client, put into the path or the fields: it is not found (404), or shown without anything personal.
 */
interface Foreign {
  id: 'order' | 'session' | 'uuid' | 'card';
  /** Name on the wire, or the part of the path. */
  as: string;
  answer: 404 | 'public';
}

const order = { as: 'niceId', id: 'order', answer: 404 } as const;
const uuid = { id: 'uuid', as: 'id', answer: 404 } as const;

/** Every call that names an object of a client has a row. */
const foreignObjects: Readonly<Record<string, Foreign>> = {
  getOrder: { ...order, answer: 'public' },
  cancelOrder: order,
  downloadReceipt: order,
  payOrder: order,
  openWalletSheets: order,
  approveOrder: { ...uuid, as: 'uuid' },
  resendOrderCode: { ...uuid, as: 'uuid' },
  decideLatePayment: { ...order, as: 'nice_id' },
  deleteCard: { id: 'card', as: 'token', answer: 404 },
  renameCard: { id: 'card', as: 'token', answer: 404 },
  readHandover: uuid,
  endHandover: uuid,
  dropDocument: uuid,
  readDocument: uuid,
  endSession: { ...uuid, id: 'session' },
  renamePasskey: uuid,
  renameDestination: uuid,
  removeDestination: uuid,
};

/** Calls that name objects and do not say whose they are, with the test that holds them. */
const silentAboutObjects: Readonly<Record<string, string>> = {
  readNotifications: 'modules/notifications/notifications.db.test.ts',
  deleteNotifications: 'modules/notifications/notifications.db.test.ts',
  getPartnerOrder: 'modules/partner-orders/partner-orders.db.test.ts',
  // The caller who asked for the code has its id.
  signInByCode: 'modules/signin-codes/sign-in-by-code.db.test.ts',
  // It opens nothing of the order, which operators look at.
  openSupportCase: 'modules/support/support.db.test.ts',
  // Of operators, who claim a case first.
  claimCase: 'modules/operating/review-calls.db.test.ts',
  releaseCase: 'modules/operating/review-calls.db.test.ts',
  readCase: 'modules/operating/review-calls.db.test.ts',
  commentCase: 'modules/operating/review-calls.db.test.ts',
  commentDocument: 'modules/operating/review-calls.db.test.ts',
  showDocument: 'modules/operating/review-calls.db.test.ts',
  decideCase: 'modules/operating/review-calls.db.test.ts',
  // The password is judged first.
  removePasskey: 'modules/passkeys/passkeys.db.test.ts',
};

const names = allCalls.map(({ name }) => name);

const world = await openOrderWorld();
let app: FastifyInstance;
const owner = { niceId: '', email: '', address: '', sessionId: '' };

beforeAll(async () => {
  app = await createApi({ ...world.context, config: { ...world.context.config, RATE_LIMIT: 'off' } });
  const access = await world.signIn();
  const made = (await world.buy(access)).order;
  const row = await world.context.db
    .selectFrom('orders')
    .innerJoin('sessions', 'sessions.clientId', 'orders.clientId')
    .select(['orders.email', 'destinationAddress', 'sessionId'])
    .where('niceId', '=', made.nice_id)
    .executeTakeFirstOrThrow();
  Object.assign(owner, { niceId: made.nice_id, ...row, address: row.destinationAddress });
});

interface Answer {
  status: number;
  text: string;
}

const contentTypes: Readonly<Record<Call['encoding'], string>> = {
  query: '',
  form: 'application/x-www-form-urlencoded',
  json: 'application/json',
  multipart: 'multipart/form-data; boundary=x',
};

const values = z.record(z.string(), z.json());

async function ask(name: string, access: string | undefined, changes: Readonly<Record<string, string>> = {}) {
  const call = allCalls.find((candidate) => candidate.name === name);
  if (call === undefined) throw new Error(`There is no call ${name}.`);
  const { niceId = 'CW0123456789ABCDEF', ...others } = changes;
  const captcha = call.captcha && { 'g-recaptcha-response': await world.sandbox.captchaToken(call.captcha) };
  const changed: Readonly<Record<string, string>> = { ...others, ...captcha };
  const url = call.path
    .replace('{niceId}', niceId)
    .replace('{lang}', 'en')
    .replace('{id}', changed['id'] ?? randomUUID());
  const script = { 'x-requested-with': 'XMLHttpRequest' };
  const headers = access === undefined ? script : { ...script, 'x-authorization': `Bearer ${access}` };
  const form = encodeForm(values.parse(call.example ?? {}));
  for (const [field, value] of Object.entries(changed)) form.set(field, value);
  const response =
    call.method === 'GET'
      ? await app.inject({ method: 'GET', url: `${url}?${form.toString()}`, headers })
      : await app.inject({
          method: 'POST',
          url,
          headers: { ...headers, 'content-type': contentTypes[call.encoding] },
          payload: payloadOf(call, form, changed),
        });
  return { status: response.statusCode, text: response.body } satisfies Answer;
}

function payloadOf(call: Call, form: URLSearchParams, changed: Readonly<Record<string, string>>): string {
  if (call.encoding === 'multipart') return '--x--\r\n';
  if (call.encoding === 'form') return form.toString();
  return JSON.stringify({ ...values.parse(toWireNames(values.parse(call.example ?? {}))), ...changed });
}

test('a call is open to visitors exactly when the contract says so', () => {
  const declared = allCalls.filter(({ access }) => access === 'anyone');
  expect(declared.map(({ name }) => name).toSorted()).toEqual(open.toSorted());
});

test('every call that names an object of a client has a row', () => {
  const objects = new Set(['niceId', 'niceIds', 'uuid', 'id']);
  const naming = allCalls.filter((call) => shapeOf(call).some((name) => objects.has(name)));
  const rows = [...Object.keys(foreignObjects), ...Object.keys(silentAboutObjects)];
  expect(rows).toEqual(expect.arrayContaining(naming.map(({ name }) => name)));
  expect(rows.filter((name) => !names.includes(name))).toEqual([]);
});

const locked = allCalls.filter(({ access }) => access === 'client' || access === 'merchant').map(({ name }) => name);

describe('6 roles', () => {
  test.each(names)('a visitor at %s', async (name) => {
    const { status } = await ask(name, undefined);
    // An unknown refresh token is an ended session, an unknown order is not found.
    if (open.includes(name)) expect([200, 401, 404]).toContain(status);
    else expect(status).toBe(locked.includes(name) ? 403 : 401);
  });

  test.each(locked)('A-068 %s answers an ended session 401, a token of the wrong kind 405', async (name) => {
    const access = await world.signIn();
    await ask('logOut', access);
    expect((await ask(name, access)).status).toBe(401);
    expect((await ask(name, `cwr_${'a'.repeat(43)}`)).status).toBe(405);
  });

  // A stream has no end to wait for: modules/live/live.db.test.ts opens it.
  const answered = allCalls.filter(({ isStream }) => isStream !== true).map(({ name }) => name);
  test.each(locked.filter((name) => answered.includes(name)))('a client is let in at %s', async (name) => {
    const { status, text } = await ask(name, await world.signIn());
    expect([401, 403, 405]).not.toContain(status);
    expect(status, text).toBeLessThan(500);
  });
});

describe('6-17, A-137 objects of other clients', () => {
  const guarded = Object.entries(foreignObjects).map(([name, foreign]) => ({ name, foreign }));

  test.each(guarded)('$name', async ({ name, foreign }) => {
    const stranger = await world.signIn();
    const ids = { order: owner.niceId, session: owner.sessionId, uuid: randomUUID(), card: 'tok_of_another' };
    const { status, text } = await ask(name, stranger, { [foreign.as]: ids[foreign.id] });
    if (foreign.answer === 404) return expect(status).toBe(404);
    expect(status).toBe(200);
    expect(text).toContain(owner.niceId);
    expect(text).not.toContain(owner.email);
    expect(text).not.toContain(owner.address);
    return undefined;
  });

  test('what a stranger did changed nothing for the owner', async () => {
    const row = await world.context.db
      .selectFrom('orders')
      .select('status')
      .where('niceId', '=', owner.niceId)
      .executeTakeFirstOrThrow();
    expect(z.string().parse(row.status)).toBe('payin_pending');
  });
});

/**
 * Forms of a call with fields it does not know: every column of a client's own tables, and names that other products
 * use.
 */
async function temptingForms(call: string): Promise<readonly Readonly<Record<string, string>>[]> {
  const { rows: columns } = await sql<{ name: string }>`
    select distinct column_name as name from information_schema.columns
    where table_name in ('clients', 'sessions', 'orders', 'partners', 'ledger_balances', 'cards', 'passkeys')
  `.execute(world.context.db);
  const others = ['client_level', 'is_admin', 'admin', 'role', 'balance', 'id', 'user_id', 'limit_level', 'verified'];
  const valueOf = (name: string) => {
    if (name === 'level' || name.endsWith('_level')) return 'bank_statement';
    if (/^(is|has)_|^admin$|^verified$/.test(name)) return '1';
    if (name === 'email') return owner.email;
    if (name === 'nice_id' || name === 'order_id') return owner.niceId;
    return name === 'session_id' ? owner.sessionId : '1000000';
  };
  const own = ownFields(call);
  const fields = [...columns.map(({ name }) => name), ...others].filter((name) => !own.has(name));
  // No call accepts a form of more than a hundred fields.
  const forms = [0, 1].map((part) => fields.filter((_, index) => index % 2 === part));
  return forms.map((names) => Object.fromEntries(names.map((name) => [name, valueOf(name)])));
}

/** The wire names that a call accepts. */
function ownFields(name: string): ReadonlySet<string> {
  const call = allCalls.find((candidate) => candidate.name === name);
  return new Set(call === undefined ? [] : shapeOf(call).map(toSnakeCase));
}

/** Names of the request and of the path. */
function shapeOf({ request, params }: Call): string[] {
  return [request, params].flatMap((schema) => (schema instanceof z.ZodObject ? Object.keys(schema.shape) : []));
}

/** All that another client must not change: who the owner is, what the owner has, and what that other client is. */
async function snapshot(strangerId: string) {
  const { db } = world.context;
  return {
    owner: await db.selectFrom('clients').selectAll().where('email', '=', owner.email).execute(),
    order: await db.selectFrom('orders').selectAll().where('niceId', '=', owner.niceId).execute(),
    session: await db.selectFrom('sessions').selectAll().where('sessionId', '=', owner.sessionId).execute(),
    money: await db.selectFrom('ledgerBalances').selectAll().orderBy('path').execute(),
    partners: await db.selectFrom('partners').selectAll().orderBy('partnerKey').execute(),
    stranger: await db.selectFrom('clients').selectAll().where('clientId', '=', strangerId).executeTakeFirstOrThrow(),
  };
}

/** What a call may change of the client who makes it. */
const ownColumns: Readonly<Record<string, object>> = {
  updateSubscription: { isNews: false, isOffers: false, isOrderLetters: true },
};

describe('fields that a call does not know change nothing', () => {
  const writes = names.filter((name) => allCalls.some((call) => call.name === name && call.method === 'POST'));

  test.each(writes)('%s', async (name) => {
    const { access, clientId } = await world.signInClient();
    const before = await snapshot(clientId);
    for (const tempting of await temptingForms(name)) {
      const { status, text } = await ask(name, access, tempting);
      expect(status).toBeLessThan(500);
      // A form that was not parsed at all proves nothing.
      expect(text).not.toContain('More than');
    }
    expect(await snapshot(clientId)).toEqual({ ...before, stranger: { ...before.stranger, ...ownColumns[name] } });
  });

  test('C-06 a new client has no special rights', async () => {
    for (const tempting of await temptingForms('signUp')) {
      const email = `${randomUUID()}@example.com`;
      await ask('signUp', undefined, { ...tempting, email });
      const row = await world.context.db
        .selectFrom('clients')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirst();
      expect(row).toMatchObject({
        level: 'unverified',
        isPartner: false,
        emailConfirmedAt: null,
        phone: '',
        phoneConfirmedAt: null,
        twoFactorSealedKey: '',
      });
    }
  });
});
