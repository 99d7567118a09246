import type { FastifyInstance } from 'fastify';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createApi } from '../../app.ts';
import { findClientKey } from '../client-keys/client-keys.ts';
import { reopenBasic } from '../operating/stolen-access.ts';
import { openOrderWorld } from '../orders/fixtures/open-order-world.ts';

const folder = await mkdtemp(join(tmpdir(), 'causeway-verification-'));
const world = await openOrderWorld({
  settings: { DOCUMENT_KEY_FILE: join(folder, 'key'), PHONE_RESTRICTED_COUNTRIES: 'KP' },
});
const { db } = world.context;
let app: FastifyInstance;
beforeAll(async () => void (app = await createApi(world.context)));
afterAll(() => app.close());

const view = z.object({ is_verified: z.int(), is_locked: z.int(), status: z.string() });
const limit = z.object({
  level: z.string(),
  order_max: z.string(),
  month_max: z.string(),
  month_used: z.string(),
  next_level: z.string(),
  next_order_max: z.string(),
  next_month_max: z.string(),
});
const limits = z.object({ USD: limit, EUR: limit });
const orderLimits = z.object({ min: z.string(), max: z.string(), currency: z.string() });
const seen = z.looseObject({
  success: z.int().optional(),
  client_level: z.string().optional(),
  errors: z.array(z.looseObject({ code: z.string(), field: z.string(), text: z.string() })).default([]),
  views: z.looseObject({ client_level: z.string(), basic: view, identity: view, email: view }).optional(),
  verification_required: z.array(z.string()).optional(),
  fields: z.record(z.string(), z.string()).optional(),
  client_limits: limits.optional(),
  order_limits: orderLimits.optional(),
});

async function ask(
  path: string,
  access: string,
  fields: Readonly<Record<string, string>> = {},
  method: 'GET' | 'POST' = 'POST',
) {
  const answer = await app.inject({
    method,
    url: path,
    headers: {
      'x-authorization': `Bearer ${access}`,
      'x-requested-with': 'XMLHttpRequest',
      ...(method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
    },
    ...(method === 'POST' && { payload: new URLSearchParams(fields).toString() }),
  });
  return { status: answer.statusCode, body: seen.parse(answer.json()) };
}

/** A client who has confirmed the e-mail and nothing else. */
async function newcomer(
  level = 'email_phone',
  changes: { isBasicVerifyEnabled?: boolean; isZerohashFlow?: boolean } = {},
) {
  const client = await world.signInClient();
  await db
    .updateTable('clients')
    .set({ level, ...changes })
    .where('clientId', '=', client.clientId)
    .execute();
  return client;
}

const ada = {
  first_name: 'ada',
  last_name: "o'Lovelace",
  birthday: '1990-12-10',
  a_country: 'GB',
  a_city: 'London',
  a_postcode: 'W1J 7NF',
  a_addr1: '12 St James’s Square',
};
const codes = (answer: Awaited<ReturnType<typeof ask>>) =>
  answer.body.errors.map(({ field, code }) => `${field} ${code}`);

describe('C-18 7-39 basic data', () => {
  test('A-079 they raise the level at once, and are kept with names capitalised', async () => {
    const { access, clientId } = await newcomer();
    const answer = await ask('/verification/basic/submit', access, { ...ada, is_fraud_agreement: '1' });
    expect(answer.body).toMatchObject({ success: 1, client_level: 'basic', errors: [] });
    const info = await ask('/verification/info', access, { wizard: 'basic' });
    expect(info.body).toMatchObject({
      success: 1,
      is_verified: 1,
      fields: { first_name: 'Ada', last_name: "O'Lovelace" },
    });
    const row = await db
      .selectFrom('clients')
      .select(['firstName', 'level'])
      .where('clientId', '=', clientId)
      .executeTakeFirstOrThrow();
    expect(row).toEqual({ firstName: 'Ada', level: 'basic' });
  });

  test('their owner is notified, and an operator opens what a thief typed again until a document shows who it is', async () => {
    const { access, clientId, email } = await newcomer();
    await ask('/verification/basic/submit', access, ada);
    const letters = db.selectFrom('notifications').select('template').where('clientId', '=', clientId);
    expect(await letters.execute()).toContainEqual({ template: 'basic-given' });
    const reopen = () => reopenBasic(world.context, 'grace', [email, 'not typed by her']);
    await reopen();
    expect((await ask('/verification/update', access)).body.views).toMatchObject({
      client_level: 'email_phone',
      basic: { is_verified: 0, status: 'new' },
    });
    await expect(reopen()).rejects.toThrow('does not come from basic data alone');
    const own = await ask('/verification/basic/submit', access, { ...ada, first_name: 'Grace' });
    expect(own.body.client_level).toBe('basic');
    await db.updateTable('clients').set({ level: 'identity' }).where('clientId', '=', clientId).execute();
    await expect(reopen()).rejects.toThrow('is identity');
  });

  test('5-29 5-30 what is missing is named field by field, and nothing is kept', async () => {
    const { access } = await newcomer();
    const answer = await ask('/verification/basic/submit', access, { first_name: ' ' });
    expect(answer.body.success).toBe(0);
    expect(codes(answer)).toEqual(
      ['first_name', 'last_name', 'birthday', 'a_country', 'a_city', 'a_postcode', 'a_addr1'].map(
        (name) => `${name} is_required`,
      ),
    );
    expect((await ask('/verification/info', access, { wizard: 'basic' })).body.fields).toEqual({});
  });

  test.each([
    ['5-16 a birthday before 1900', { birthday: '1899-12-31' }, 'birthday BIRTHDAY_WRONG'],
    ['9-11 somebody who is not 18', { birthday: '2015-01-01' }, 'birthday BIRTHDAY_WRONG'],
    ['a day that is none', { birthday: '1990-02-30' }, 'birthday BIRTHDAY_WRONG'],
    ['a name with markup', { first_name: '<b>Ada</b>' }, 'first_name NAME_WRONG'],
    ['a country that is none', { a_country: 'ZZ' }, 'a_country COUNTRY_UNKNOWN'],
    ['a restricted country', { a_country: 'KP' }, 'a_country COUNTRY_RESTRICTED'],
    ['a state that the country lacks', { a_country: 'US', a_state: 'ZZ' }, 'a_state STATE_UNKNOWN'],
    ['no state where the country has some', { a_country: 'US' }, 'a_state is_required'],
  ])('%s', async (_what, changes, expected) => {
    const { access } = await newcomer();
    expect(codes(await ask('/verification/basic/submit', access, { ...ada, ...changes }))).toEqual([expected]);
  });

  test('they are given once: afterwards nothing changes them', async () => {
    const { access } = await newcomer();
    await ask('/verification/basic/submit', access, ada);
    const again = await ask('/verification/basic/submit', access, { ...ada, first_name: 'Eve' });
    expect(codes(again)).toEqual([' WIZARD_LOCKED']);
    expect((await ask('/verification/info', access, { wizard: 'basic' })).body.fields).toMatchObject({
      first_name: 'Ada',
    });
  });

  test('two at once give one answer and one row', async () => {
    const { access, clientId } = await newcomer();
    const both = await Promise.all([1, 2].map(() => ask('/verification/basic/submit', access, ada)));
    expect(both.filter(({ body }) => body.success === 1)).toHaveLength(1);
    expect(
      await db.selectFrom('verifications').select('wizard').where('clientId', '=', clientId).execute(),
    ).toHaveLength(1);
  });

  test('C-27 7-45 what was agreed is kept with its words', async () => {
    const { access, clientId } = await newcomer();
    const config = async () => (await ask('/onramp/verification-config', access, {}, 'GET')).body;
    expect(await config()).toMatchObject({ is_fraud_agreement: 0, client_country: '', is_eu: 0 });
    await ask('/verification/basic/submit', access, { ...ada, a_country: 'DE', is_fraud_agreement: '1' });
    expect(await config()).toMatchObject({ is_fraud_agreement: 1, client_country: 'DE', is_eu: 1 });
    const [row] = await db.selectFrom('consents').selectAll().where('clientId', '=', clientId).execute();
    expect(row).toMatchObject({
      purpose: 'own_use',
      language: 'en',
      textSha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });
});

describe('C-17 7-35 progress is kept on the server', () => {
  test('A-083 a draft goes on on another device, and is not submitted', async () => {
    const { access } = await newcomer();
    const saved = await ask('/verification/update', access, {
      wizard: 'basic',
      is_draft: '1',
      first_name: 'Ada',
      birthday: '19',
    });
    expect(saved.body.views).toMatchObject({ client_level: 'email_phone', basic: { is_verified: 0, status: 'new' } });
    expect((await ask('/verification/info', access, { wizard: 'basic' })).body.fields).toMatchObject({
      first_name: 'Ada',
      birthday: '19',
    });
  });

  test('7-36 with ghost_mode it reads and writes nothing', async () => {
    const { access, clientId } = await newcomer();
    const answer = await ask('/verification/update', access, { ghost_mode: '1', wizard: 'basic', ...ada });
    expect(answer.body).toMatchObject({ success: 1, views: { client_level: 'email_phone' } });
    expect(await db.selectFrom('verifications').select('wizard').where('clientId', '=', clientId).execute()).toEqual(
      [],
    );
  });

  test.each([
    [
      { isBasicVerifyEnabled: true, isZerohashFlow: false },
      ['email', 'phone', 'basic', 'identity', 'address', 'bank_statement', 'wallet'],
    ],
    [{ isBasicVerifyEnabled: false, isZerohashFlow: true }, ['email', 'phone', 'identity', 'address', 'wallet']],
  ])('A-047 the list holds every wizard of the variant %o', async (flags, list) => {
    const { access } = await newcomer('email_phone', flags);
    const { body } = await ask('/verification/update', access, { ghost_mode: '1' });
    expect(body.verification_required).toEqual(list);
  });

  test('7-38 basic data before the e-mail count once it is confirmed, by an update without a payload', async () => {
    const { access, clientId } = await newcomer('unverified');
    await db.updateTable('clients').set({ emailConfirmedAt: null }).where('clientId', '=', clientId).execute();
    expect((await ask('/verification/basic/submit', access, ada)).body.client_level).toBe('unverified');
    await db
      .updateTable('clients')
      .set({ emailConfirmedAt: new Date(), level: 'email_phone' })
      .where('clientId', '=', clientId)
      .execute();
    expect((await ask('/verification/update', access)).body.views?.client_level).toBe('basic');
  });
});

describe('C-26 7-47 limits', () => {
  test('A-086 those of the level and of the next one, in EUR and USD', async () => {
    const { access } = await newcomer('basic');
    const { body } = await ask('/verification', access, {}, 'GET');
    expect(body.client_limits?.EUR).toMatchObject({
      level: 'basic',
      next_level: 'identity',
      next_order_max: '5000',
      next_month_max: '20000',
      month_used: '0',
    });
    expect(body.client_limits?.USD.level).toBe('basic');
    expect(body.order_limits).toMatchObject({ currency: 'EUR' });
  });

  test('A-073 in the combined variant the next level is the highest, and both wizards are asked for', async () => {
    const { access } = await newcomer('basic', { isBasicVerifyEnabled: true, isZerohashFlow: true });
    expect((await ask('/verification', access, {}, 'GET')).body.client_limits?.EUR.next_level).toBe('bank_statement');
    const query = 'payin_currency=EUR&payin_group=card&payin_amount=4000&payout_currency=BTC&payout_group=bitcoin';
    const priced = await ask(`/onramp/calc?${query}`, access, {}, 'GET');
    expect(priced.body['limits']).toMatchObject({ verification_required: ['identity', 'address'] });
  });

  test('A-129 without the mark of a script the path is a page', async () => {
    const answer = await app.inject({ method: 'GET', url: '/verification' });
    expect(answer.statusCode).toBe(404);
  });
});

describe('C-22 7-42 what is typed beside files', () => {
  test('A-083 is kept as a draft, and comes back on another device', async () => {
    const { access } = await newcomer('basic');
    const typed = { wizard: 'identity', document_type: 'id_card', expiry_date: '2090-01-01' };
    expect((await ask('/verification/update', access, { ...typed, is_draft: '1' })).body.success).toBe(1);
    const { body } = await ask('/verification/info', access, { wizard: 'identity' });
    expect(body['fields']).toEqual({ document_type: 'id_card', expiry_date: '2090-01-01' });
    expect(body['status']).toBe('new');
  });
  test('5-17 5-18 its days are judged when it is sent', async () => {
    const { access } = await newcomer('basic');
    const typed = {
      wizard: 'identity',
      document_type: 'id_card',
      document_date: '2090-01-01',
      expiry_date: '2001-01-01',
    };
    const { body } = await ask('/verification/update', access, typed);
    expect(body.errors.map(({ code, field }) => `${field} ${code}`)).toEqual([
      'document_date DOCUMENT_DATE_WRONG',
      'expiry_date DOCUMENT_EXPIRED',
    ]);
  });
});

describe('what is typed lies sealed', () => {
  test('the database holds no word of it, and the key opens it for its own client alone', async () => {
    const [one, other] = [await newcomer(), await newcomer()];
    await ask('/verification/basic/submit', one.access, { ...ada, a_addr1: 'Rue Unmistakable 7' });
    await ask('/verification/basic/submit', other.access, ada);
    const rows = await db.selectFrom('verifications').selectAll().where('clientId', '=', one.clientId).execute();
    const keys = await db.selectFrom('clientKeys').selectAll().execute();
    for (const word of ['Unmistakable', 'W1J', '1990-12-10']) expect(JSON.stringify([rows, keys])).not.toContain(word);
    const key = await findClientKey(world.context, one.clientId);
    expect(key?.equals((await findClientKey(world.context, other.clientId)) ?? key)).toBe(false);
    const master = (await readFile(join(folder, 'key'), 'utf8')).trim();
    expect(Buffer.from(master, 'base64')).toHaveLength(32);
  });
});
