import { randomUUID } from 'node:crypto';
import { afterAll, expect, test } from 'vitest';
import { createTestApp } from '../auth/fixtures/create-test-app.ts';
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
