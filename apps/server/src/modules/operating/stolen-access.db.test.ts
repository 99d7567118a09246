import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '@causeway/testing/temporary-folder';
import { afterAll, expect, test } from 'vitest';
import { createTestApp } from '../auth/fixtures/create-test-app.ts';
import { logSecurityEvent } from '../../security-log/log-security-event.ts';
import { findSubscription, saveSubscription } from '../settings/subscription-store.ts';
import { endForgottenSecrets } from './forgotten/end-secrets.ts';
import { endAllSessions, endClientSessions } from './stolen-access.ts';

const rig = await createTestApp();
afterAll(() => rig.close());
const operator = 'grace';
const password = 'correct horse battery';
const deviceId = 'phone-1';

async function register(email: string) {
  const fields = { email, password, is_agree_terms: '1' };
  const { access, refresh } = (await rig.call('/signup', { ...fields, 'g-recaptcha-response': randomUUID() })).body;
  const issued = await rig.call('/client/biometric_token', { password, device_id: deviceId }, access);
  return { email, access, refresh, biometric: String(issued.body['biometric_token']) };
}
type Client = Awaited<ReturnType<typeof register>>;

async function isIn({ access, refresh, biometric }: Client) {
  const signIn = { biometric_token: biometric, device_id: deviceId, 'g-recaptcha-response': randomUUID() };
  return [
    (await rig.call('/onramp/client', {}, access)).status,
    (await rig.call('/refresh_access_token', { refresh })).status,
    (await rig.call('/signin', signIn)).body.success,
  ];
}
const actions = async () =>
  rig.db.selectFrom('operatorActions').select(['operator', 'action', 'subject', 'details']).orderBy('at').execute();

test('ASVS V7.4.5 an operator ends the sessions of one client, or of all; biometrics too, and it is written down', async () => {
  const [first, second, third] = [
    await register('one@example.com'),
    await register('two@example.com'),
    await register('three@example.com'),
  ];
  await expect(endClientSessions(rig.context, { client: 'nobody@example.com', operator })).rejects.toThrow('no client');
  expect(await endClientSessions(rig.context, { client: 'One@example.com', operator })).toBe(1);
  expect(await isIn(first)).toEqual([401, 401, 0]);
  expect((await rig.call('/onramp/client', {}, second.access)).status).toBe(200);
  const { niceId } = await rig.db
    .selectFrom('clients')
    .select('niceId')
    .where('email', '=', first.email)
    .executeTakeFirstOrThrow();
  rig.clock.advance(1000);
  expect(await endAllSessions(rig.context, { operator })).toBe(2);
  expect([await isIn(second), await isIn(third)]).toEqual([
    [401, 401, 0],
    [401, 401, 0],
  ]);
  expect(await actions()).toEqual([
    { operator, action: 'sessions_ended', subject: niceId, details: { count: '1' } },
    { operator, action: 'all_sessions_ended', subject: 'all', details: { count: '2' } },
  ]);
  // The password still signs in, and the client sees why the session ended.
  const fields = { email: first.email, password: 'correct horse battery', 'g-recaptcha-response': randomUUID() };
  const { access } = (await rig.call('/signin', fields)).body;
  const { body } = await rig.call('/client/sessions', {}, access);
  expect(body['sessions']).toContainEqual(expect.objectContaining({ end_reason: 'security' }));
});

test('a password, passkeys and an authenticator that a restore brought back are over, by the security log of the time after the copy', async () => {
  const [ann, bob] = [await register('ann@example.com'), await register('bob@example.com')];
  const [eve, zoe] = [await register('eve@example.com'), await register('zoe@example.com')];
  const clients = rig.db.selectFrom('clients').select(['clientId', 'passwordHash', 'niceId']);
  const find = async ({ email }: Client) => clients.where('email', '=', email).executeTakeFirstOrThrow();
  const copy = { ann: await find(ann), bob: await find(bob), eve: await find(eve), zoe: await find(zoe) };
  const passkey = { publicKey: Buffer.from('key'), counter: 0n, transports: [], name: 'A phone', isSynced: false };
  for (const { clientId } of [copy.ann, copy.bob])
    await rig.db
      .insertInto('passkeys')
      .values({ ...passkey, credentialId: clientId, passkeyId: randomUUID(), clientId, createdAt: rig.clock.now() })
      .execute();
  const file = join(await temporaryFolder(), 'log');
  const end = async (lines: readonly string[]) => {
    await writeFile(file, `${lines.join('')}not a line of JSON\n{"msg":"ready"}\n`);
    return endForgottenSecrets(rig.context, { file, operator });
  };
  await expect(end([])).rejects.toThrow('no line of the security log');
  rig.lines.length = 0;
  const [old_password, new_password] = [password, 'another horse battery'];
  const changed = { old_password, new_password, new_password_repeat: new_password };
  expect((await rig.call('/client/change_password', changed, ann.access)).body.success).toBe(1);
  await rig.db.transaction().execute(async (trx) => {
    const change = (client: keyof typeof copy, reason: string) =>
      logSecurityEvent(rig.context, 'account_changed', { clientId: copy[client].clientId, reason }, trx);
    change('bob', 'passkey-removed');
    change('eve', 'two-factor-off');
    change('zoe', 'email-changed');
  });
  const zoes = { clientId: copy.zoe.clientId, language: 'en' } as const;
  await saveSubscription(rig.context, zoes, { isNews: true, isOffers: true });
  await saveSubscription(rig.context, zoes, { isNews: false });
  // The copy is put back.
  const { clientId, passwordHash } = copy.ann;
  const put = (client: keyof typeof copy) =>
    rig.db.updateTable('clients').where('clientId', '=', copy[client].clientId);
  await put('ann').set({ passwordHash }).execute();
  await put('bob').set({ hasPasskeys: true }).execute();
  await put('eve').set({ twoFactorSealedKey: 'sealed' }).execute();
  await put('zoe').set({ isNews: true, isOffers: true }).execute();
  const signIn = async ({ email }: Client) =>
    (await rig.call('/signin', { email, password, 'g-recaptcha-response': randomUUID() })).body.success;
  expect([await signIn(ann), await signIn(bob), await signIn(eve)]).toEqual([1, 0, 0]);
  const signedIn = await register('ann2@example.com');
  const said = await end(rig.lines);
  expect(said).toContain('the passwords of 3 clients, the passkeys of 2, the authenticators of 1,');
  expect(said).toContain(`counts again of: ${copy.zoe.niceId}`);
  // Which of the two was withdrawn, the log does not say.
  expect(await findSubscription(rig.db, zoes.clientId)).toMatchObject({ isNews: false, isOffers: false });
  const offers = rig.db.selectFrom('consents').select('isGiven').where('clientId', '=', zoes.clientId);
  expect(await offers.where('purpose', '=', 'offers').execute()).toContainEqual({ isGiven: false });
  // With a factor that is over the password is too.
  expect([await signIn(ann), await signIn(bob), await signIn(eve)]).toEqual([0, 0, 0]);
  expect(await rig.db.selectFrom('passkeys').select('clientId').execute()).toEqual([{ clientId }]);
  expect((await rig.call('/onramp/client', {}, signedIn.access)).status).toBe(200);
  expect((await actions()).at(-1)).toEqual({
    operator,
    action: 'secrets_ended',
    subject: 'all',
    details: { passwords: '3', passkeys: '2', authenticators: '1', recoveryCodes: '0', logins: '0' },
  });
});
