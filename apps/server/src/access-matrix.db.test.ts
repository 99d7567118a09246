import { allCalls } from '@causeway/contract/calls/all-calls';
import type { Call } from '@causeway/contract/define-call';
import { toSnakeCase } from '@causeway/contract/wire/names';
import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApi } from './app.ts';
import { openOrderWorld } from './modules/orders/fixtures/open-order-world.ts';

/** One call of the contract and who may make it. Every call has a row; a call without one fails here. */
interface Row {
  /** A visitor is accepted, answered 403 to refresh, or lacks the key of a partner's server (401). */
  visitor: 'in' | 403 | 401;
  /** A well-formed request. */
  fields?: Readonly<Record<string, string>>;
  /**
   * Object of another client, put into the path or the fields: it is not found (404), or shown without anything
   * personal.
   */
  foreign?: { id: 'order' | 'session' | 'uuid' | 'card'; as: string; answer: 404 | 'public' };
}

const password = 'correct horse battery';
const number = 'CW0123456789ABCDEF';
const order = { as: 'niceId', id: 'order' } as const;
const preorder = {
  payin_currency: 'EUR',
  payin_group: 'card',
  payin_amount: '250',
  payout_currency: 'BTC',
  payout_group: 'bitcoin',
};
const key = { id: 'AA', rawId: 'AA', type: 'public-key' };
const signed = { clientDataJSON: 'AA', authenticatorData: 'AA', signature: 'AA' };
const passkey = JSON.stringify({ ...key, response: signed });
const newPasskey = JSON.stringify({ ...key, response: { clientDataJSON: 'AA', attestationObject: 'AA' } });
const newPassword = { new_password: password, new_password_repeat: password };

const rows: Readonly<Record<string, Row>> = {
  getConfig: { visitor: 'in' },
  getClient: { visitor: 'in' },
  getCalculation: { visitor: 'in', fields: preorder },
  checkCoupon: { visitor: 'in', fields: { ...preorder, coupon: 'WELCOME' } },
  // The test's own captcha is a provider's, whose tokens need no proof of work.
  getCaptchaChallenge: { visitor: 'in', fields: { action: 'signin' } },
  signUp: { visitor: 'in', fields: { email: 'matrix@example.com', password, is_agree_terms: '1' } },
  startPasskeySignin: { visitor: 'in' },
  startOauthSignin: { visitor: 'in' },
  signIn: { visitor: 'in', fields: { email: 'matrix@example.com', password } },
  requestRecovery: { visitor: 'in', fields: { email: 'matrix@example.com' } },
  resetPassword: { visitor: 'in', fields: { token: 'unknown', ...newPassword } },
  logOut: { visitor: 'in' },
  refreshAccessToken: { visitor: 'in', fields: { refresh: 'unknown' } },
  getLocaleKeys: { visitor: 'in' },
  sendEvent: { visitor: 'in', fields: { type: 'order_started' } },
  listPartnerTransactions: { visitor: 403 },
  listTransactions: { visitor: 403 },
  createPartnerSession: { visitor: 401, fields: { payin_amount: '250' } },
  getOrder: { visitor: 'in', foreign: { ...order, answer: 'public' } },
  createOrder: { visitor: 403, fields: { ...preorder, is_agree_rate: '1' } },
  cancelOrder: { visitor: 403, foreign: { ...order, answer: 404 } },
  payOrder: { visitor: 403, foreign: { ...order, answer: 404 } },
  approveOrder: { visitor: 403, fields: { code: '123456' }, foreign: { id: 'uuid', as: 'uuid', answer: 404 } },
  resendOrderCode: { visitor: 403, foreign: { id: 'uuid', as: 'uuid', answer: 404 } },
  decideLatePayment: { visitor: 403, fields: { answer: 'yes' }, foreign: { id: 'order', as: 'nice_id', answer: 404 } },
  listUsedAddresses: { visitor: 403, fields: { payout_group: 'bitcoin' } },
  listCards: { visitor: 403, fields: { direction: 'payin' } },
  deleteCard: { visitor: 403, foreign: { id: 'card', as: 'token', answer: 404 } },
  getBalance: { visitor: 403 },
  listOperations: { visitor: 403 },
  getWithdrawalConfig: { visitor: 403 },
  getWithdrawalPrice: { visitor: 403 },
  createWithdrawal: { visitor: 403, fields: { payin_currency: 'EUR', payout_currency: 'BTC' } },
  setFavorites: { visitor: 403 },
  setPrimary: { visitor: 403, fields: { currency: 'EUR' } },
  getBiometricToken: { visitor: 403, fields: { device_id: 'phone' } },
  sendEmailCode: { visitor: 403, fields: { email: 'matrix@example.com', password: 'wrong password' } },
  checkEmailCode: { visitor: 403, fields: { code: '123456' } },
  sendPhoneCode: { visitor: 403, fields: { phone: '+442079460958' } },
  checkPhoneCode: { visitor: 403, fields: { phone: '+442079460958', code: '123456' } },
  getPhone: { visitor: 403 },
  listCountries: { visitor: 'in' },
  listStates: { visitor: 'in' },
  updateVerification: { visitor: 403 },
  submitBasic: { visitor: 403, fields: { first_name: 'Ada' } },
  getWizardInfo: { visitor: 403, fields: { wizard: 'basic' } },
  openIdentityCheck: { visitor: 403, fields: { wizard: 'identity' } },
  uploadDocument: { visitor: 403 },
  startHandover: { visitor: 403, fields: { wizard: 'identity' } },
  readHandover: { visitor: 403, foreign: { id: 'uuid', as: 'id', answer: 404 } },
  endHandover: { visitor: 403, foreign: { id: 'uuid', as: 'id', answer: 404 } },
  openHandover: { visitor: 'in', fields: { token: 'unknown' } },
  getHandedWizard: { visitor: 403 },
  finishHandover: { visitor: 403 },
  dropDocument: { visitor: 403, fields: { wizard: 'identity' }, foreign: { id: 'uuid', as: 'id', answer: 404 } },
  readDocument: { visitor: 403 },
  getLimits: { visitor: 403 },
  getVerificationConfig: { visitor: 403 },
  savePushToken: {
    visitor: 403,
    fields: { push_token: 'token', device_id: 'phone', platform: 'ios', is_enabled: '0' },
  },
  getDiscountConfig: { visitor: 403 },
  listNotifications: { visitor: 403 },
  readNotifications: { visitor: 403, fields: { is_all: '1' } },
  deleteNotifications: { visitor: 403, fields: { is_all: '1' } },
  listSessions: { visitor: 403 },
  endSession: { visitor: 403, foreign: { id: 'session', as: 'id', answer: 404 } },
  getTwoFactor: { visitor: 403 },
  enableTwoFactor: { visitor: 403, fields: { key: 'A'.repeat(32), code: '123456' } },
  disableTwoFactor: { visitor: 403, fields: { code: '123456' } },
  listPasskeys: { visitor: 403 },
  startPasskey: { visitor: 403, fields: { password: 'wrong password' } },
  addPasskey: { visitor: 403, fields: { credential: newPasskey, name: 'Key' } },
  renamePasskey: { visitor: 403, fields: { name: 'Key' }, foreign: { id: 'uuid', as: 'id', answer: 404 } },
  removePasskey: { visitor: 403, fields: { id: randomUUID(), password: 'wrong password' } },
  startConfirmByPasskey: { visitor: 403 },
  confirmByPasskey: { visitor: 403, fields: { passkey } },
  changePassword: { visitor: 403, fields: { old_password: 'wrong password', ...newPassword } },
  deleteAccount: { visitor: 403, fields: { password: 'wrong password', is_agree: '1' } },
  getSubscription: { visitor: 403 },
  updateSubscription: { visitor: 403, fields: { is_news: '0', is_offers: '0', is_order_letters: '1' } },
  getCompanyChanges: { visitor: 403 },
  acceptCompanyChanges: { visitor: 403, fields: { version: 'x', is_agree: '1' } },
};

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
}, 60_000);

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

async function ask(name: string, access: string | undefined, changes: Readonly<Record<string, string>> = {}) {
  const call = allCalls.find((candidate) => candidate.name === name);
  const row = rows[name];
  if (call === undefined || row === undefined) throw new Error(`There is no call ${name}.`);
  const { niceId = number, ...changed } = changes;
  const asked: Record<string, string> = {};
  if (row.foreign !== undefined && row.foreign.as !== 'niceId')
    asked[row.foreign.as] = row.foreign.id === 'order' ? number : randomUUID();
  if (call.captcha !== undefined) asked['g-recaptcha-response'] = await world.sandbox.captchaToken(call.captcha);
  const sent: Record<string, string> = { ...row.fields, ...asked, ...changed };
  const url = call.path.replace('{niceId}', niceId).replace('{lang}', 'en').replace('{id}', randomUUID());
  const script = { 'x-requested-with': 'XMLHttpRequest' };
  const headers = access === undefined ? script : { ...script, 'x-authorization': `Bearer ${access}` };
  const form = new URLSearchParams(sent).toString();
  const response =
    call.method === 'GET'
      ? await app.inject({ method: 'GET', url: `${url}?${form}`, headers })
      : await app.inject({
          method: 'POST',
          url,
          headers: {
            ...headers,
            'content-type': contentTypes[call.encoding],
          },
          payload: call.encoding === 'json' ? JSON.stringify(sent) : call.encoding === 'multipart' ? '--x--\r\n' : form,
        });
  return { status: response.statusCode, text: response.body } satisfies Answer;
}

test('every call has a row, and every row a call', () => {
  expect(Object.keys(rows).toSorted()).toEqual(allCalls.map(({ name }) => name).toSorted());
});

test('a call is open to visitors exactly when the contract says so', () => {
  const open = Object.entries(rows).filter(([, row]) => row.visitor === 'in');
  const declared = allCalls.filter(({ access }) => access === 'anyone');
  expect(open.map(([name]) => name).toSorted()).toEqual(declared.map(({ name }) => name).toSorted());
});

const names = Object.keys(rows);
const locked = names.filter((name) => rows[name]?.visitor === 403);

describe('6 roles', () => {
  test.each(names)('a visitor at %s', async (name) => {
    const { status } = await ask(name, undefined);
    const { visitor = 'in' } = rows[name] ?? {};
    if (visitor !== 'in') expect(status).toBe(visitor);
    // An unknown refresh token is an ended session, an unknown order is not found.
    else expect([200, 401, 404]).toContain(status);
  });

  test.each(locked)('A-068 %s answers an ended session 401, a token of the wrong kind 405', async (name) => {
    const access = await world.signIn();
    await ask('logOut', access);
    expect((await ask(name, access)).status).toBe(401);
    expect((await ask(name, `cwr_${'a'.repeat(43)}`)).status).toBe(405);
  });

  test.each(locked)('a client is let in at %s', async (name) => {
    const { status, text } = await ask(name, await world.signIn());
    expect([401, 403, 405]).not.toContain(status);
    expect(status, text).toBeLessThan(500);
  });
});

describe('6-17, A-137 objects of other clients', () => {
  const guarded = names.flatMap((name) => {
    const foreign = rows[name]?.foreign;
    return foreign === undefined ? [] : [{ name, foreign }];
  });

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
  const { request, params } = allCalls.find((call) => call.name === name) ?? {};
  const shapes = [request, params].flatMap((schema) =>
    schema instanceof z.ZodObject ? Object.keys(schema.shape) : [],
  );
  return new Set(shapes.map(toSnakeCase));
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
