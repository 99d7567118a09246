import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { changeMeanwhile } from '../auth/fixtures/change-meanwhile.ts';
import { createTestApp } from '../auth/fixtures/create-test-app.ts';
import { sweepDocuments } from '../documents/sweep-documents.ts';
import { eraseDeleted } from './erase-deleted.ts';
import { deleteAccount } from './delete-account.ts';
import { closingRoutes } from './routes.ts';

const rig = await createTestApp();
closingRoutes(rig.app, rig.context);
afterAll(() => rig.close());

const password = 'correct horse battery';
let number = 0;

async function register() {
  number += 1;
  const email = `closing${number}@example.com`;
  const fields = { email, password, is_agree_terms: '1', 'g-recaptcha-response': randomUUID() };
  const { access, refresh } = (await rig.call('/signup', fields)).body;
  const row = await rig.db
    .selectFrom('clients')
    .select(['clientId', 'niceId'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  return { email, access, refresh, ...row };
}

const close = (access: string, fields: Record<string, string> = {}) =>
  rig.call('/client/delete_account', { password, is_agree: '1', ...fields }, access);
const code = (answer: { body: { errors: { code: string }[] } }) => answer.body.errors[0]?.code;

/** Columns of a client that a deleted account keeps. A new setting is reset by its room, or has its reason here. */
const kept: Readonly<Record<string, string>> = {
  createdAt: 'when the account was opened is kept for the law',
  agreedTermsAt: 'which terms bound the client is kept for the law',
  agreedCompanyVersion: 'which terms bound the client is kept for the law',
  emailConfirmedAt: 'says that the sealed address was proved',
  level: 'how far the client was verified is kept for the law',
  isBasicVerifyEnabled: 'an operator sets it, for one level',
  isZerohashFlow: 'reserved on the wire, always off',
  isPartner: 'the partner and its keys stay',
  referrerId: 'orders are counted to the referrer that brought the client',
  language: 'e-mails about orders and refunds that still run are written in it',
  isOrderLetters: 'e-mails about refunds that still run go on as the client chose',
  isOrderPush: 'no device is left to notify',
  isOrderListed: 'a closed account has no list',
  isVerificationLetters: 'no verification goes on',
  isVerificationPush: 'no device is left to notify',
  isVerificationListed: 'a closed account has no list',
  isSecurityPush: 'no device is left to notify',
  twoFactorLastStep: 'nothing without the key, which is reset',
  twoFactorFailures: 'nothing without the key, which is reset',
  twoFactorFailedAt: 'nothing without the key, which is reset',
  factorAddedAt: 'nothing without a factor, and none is left',
};

const rowOf = async (clientId: string): Promise<Record<string, unknown>> =>
  rig.db.selectFrom('clients').selectAll().where('clientId', '=', clientId).executeTakeFirstOrThrow();

/** Who the client is, signs in with, and whether it is closed; tests of these rooms hold them. */
const proofs = new Set(
  'client_id nice_id email payer_email claimed_by password_hash partner_key has_passkeys two_factor_sealed_key deleted_at'.split(
    ' ',
  ),
);
const samples: Readonly<Record<string, RawBuilder<unknown>>> = {
  boolean: sql`true`,
  text: sql`'x'`,
  bigint: sql`7`,
  smallint: sql`7`,
  'timestamp with time zone': sql`'2026-01-02'::timestamptz`,
};

/** Gives every other column a value that a closed account has not. @returns the columns */
async function fillClient(clientId: string): Promise<string[]> {
  const { rows } = await sql<{ name: string; type: string }>`
    select column_name as name, data_type as type from information_schema.columns
    where table_schema = 'public' and table_name = 'clients' and is_generated = 'NEVER'`.execute(rig.db);
  const filled = rows.filter(({ name }) => !proofs.has(name));
  expect(filled.filter(({ type }) => !(type in samples))).toEqual([]);
  const set = filled.map(({ name, type }) => sql`${sql.ref(name)} = ${samples[type]}`);
  await sql`update clients set ${sql.join(set)} where client_id = ${clientId}`.execute(rig.db);
  return filled.map(({ name }) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()));
}

describe('A-113 C-63 deleting the account', () => {
  test('the password and the consent are required', async () => {
    const client = await register();
    expect(code(await close(client.access, { is_agree: '0' }))).toBe('AGREEMENT_REQUIRED');
    expect(code(await close(client.access, { password: 'wrong horse battery' }))).toBe('PASSWORD_WRONG');
    expect((await rig.call('/onramp/client', {}, client.access)).status).toBe(200);
  });

  test('a deletion under way with the old password does nothing once there is a new one', async () => {
    const client = await register();
    expect(code(await changeMeanwhile(rig.db, client.email, () => close(client.access)))).toBe('PASSWORD_WRONG');
    expect((await rig.call('/onramp/client', {}, client.access)).status).toBe(200);
  });

  test('sign-in ends at once, the address is free again, and what is kept is sealed', async () => {
    const client = await register();
    expect((await close(client.access, { reason: 'moving on' })).body).toEqual({ success: 1, errors: [] });
    expect((await rig.call('/onramp/client', {}, client.access)).status).toBe(401);
    expect((await rig.call('/refresh_access_token', { refresh: client.refresh })).status).toBe(401);
    const again = { email: client.email, password, 'g-recaptcha-response': randomUUID() };
    expect(code(await rig.call('/signin', again))).toBe('WRONG_CREDENTIALS');
    const kept = await rig.db
      .selectFrom('deletedClients')
      .selectAll()
      .where('clientId', '=', client.clientId)
      .executeTakeFirstOrThrow();
    expect(kept.reason).toBe('moving on');
    expect(kept.sealed).not.toContain(client.email);
    const row = await rig.db
      .selectFrom('clients')
      .select(['email', 'passwordHash'])
      .where('clientId', '=', client.clientId)
      .executeTakeFirstOrThrow();
    expect(JSON.stringify(row)).not.toContain(client.email);
    const registration = { ...again, is_agree_terms: '1', 'g-recaptcha-response': randomUUID() };
    expect((await rig.call('/signup', registration)).body.success).toBe(1);
  });

  test('each column of the client is reset, or named here with the reason why it is kept', async () => {
    const client = await register();
    const filled = await fillClient(client.clientId);
    const before = await rowOf(client.clientId);
    expect((await close(client.access)).body).toEqual({ success: 1, errors: [] });
    const after = await rowOf(client.clientId);
    const unchanged = filled.filter((column) => isDeepStrictEqual(after[column], before[column]));
    expect(new Set(unchanged)).toEqual(new Set(Object.keys(kept)));
  });

  test('is not done where the security log cannot say so, from which a restore ends the account once more', async () => {
    const client = await register();
    const info: typeof rig.context.log.info = (_message, fields) => {
      if (fields?.['event'] === 'account_deleted') throw new Error('the disk is full');
    };
    const context = { ...rig.context, log: { ...rig.context.log, info } };
    const asked = { clientId: client.clientId, password, isAgree: true };
    await expect(deleteAccount(context, asked)).rejects.toThrow('the disk is full');
    expect((await rig.call('/onramp/client', {}, client.access)).status).toBe(200);
    await deleteAccount(rig.context, asked);
    expect((await rig.call('/onramp/client', {}, client.access)).status).toBe(401);
  });

  test('a balance keeps the account', async () => {
    const client = await register();
    await rig.db.transaction().execute(async (trx) => {
      await postEntry(trx, rig.context, {
        kind: 'gift',
        reference: client.niceId,
        idempotencyKey: `gift:${client.niceId}`,
        postings: [{ from: paths.treasury, to: paths.client(client.niceId), amount: 100_000n, currency: 'EUR' }],
      });
    });
    expect(code(await close(client.access))).toBe('BALANCE_NOT_EMPTY');
  });

  test('after five years the rest is erased, not before', async () => {
    const client = await register();
    await close(client.access);
    const left = () =>
      rig.db.selectFrom('deletedClients').select('clientId').where('clientId', '=', client.clientId).execute();
    rig.clock.advance(4 * 366 * 24 * 3600 * 1000);
    await eraseDeleted(rig.context);
    expect(await left()).toHaveLength(1);
    rig.clock.advance(366 * 24 * 3600 * 1000);
    expect(await eraseDeleted(rig.context)).toBeGreaterThan(0);
    expect(await left()).toEqual([]);
  });
});

// Keys of documents and what the law makes us keep would be gone for good.
test.each([
  ['eraseDeleted', eraseDeleted],
  ['sweepDocuments', sweepDocuments],
])('%s ends nothing by a clock that is off', async (_name, sweep) => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 6 * 365 * 24 * 3_600_000 });
  try {
    await expect(sweep(rig.context)).rejects.toThrow('The clocks of this server and of the database differ');
  } finally {
    vi.useRealTimers();
  }
});
