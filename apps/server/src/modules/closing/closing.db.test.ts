import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { postEntry } from '../../ledger/entry.ts';
import { paths } from '../../ledger/paths.ts';
import { changeMeanwhile } from '../auth/fixtures/change-meanwhile.ts';
import { createTestApp } from '../auth/fixtures/create-test-app.ts';
import { eraseDeleted } from './erase-deleted.ts';
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
    const anew = { ...again, is_agree_terms: '1', 'g-recaptcha-response': randomUUID() };
    expect((await rig.call('/signup', anew)).body.success).toBe(1);
  });

  test('a balance keeps the account', async () => {
    const client = await register();
    await rig.db.transaction().execute(async (trx) => {
      await postEntry(trx, rig.context, {
        kind: 'gift',
        reference: client.niceId,
        idempotencyKey: `gift:${client.niceId}`,
        postings: [{ from: paths.treasury, to: paths.client(client.niceId), amount: 1n, currency: 'EUR' }],
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
