import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { softwareAuthenticator } from '../passkeys/fixtures/software-authenticator.ts';
import { createTestApp } from './fixtures/create-test-app.ts';

const rig = await createTestApp();
afterAll(() => rig.close());

const password = 'correct horse battery';
const deviceId = 'phone-1';
let number = 0;

async function register() {
  number += 1;
  const email = `biometrics${number}@example.com`;
  const fields = { email, password, is_agree_terms: '1', device_id: deviceId, 'g-recaptcha-response': randomUUID() };
  const { access, refresh } = (await rig.call('/signup', fields)).body;
  const issued = await rig.call('/client/biometric_token', { password, device_id: deviceId }, access);
  return { email, access, refresh, token: String(issued.body['biometric_token']) };
}

const signIn = (token: string, fields: Record<string, string> = {}) =>
  rig.call('/signin', {
    biometric_token: token,
    device_id: deviceId,
    'g-recaptcha-response': randomUUID(),
    ...fields,
  });
const code = (answer: { body: { errors: { code: string }[] } }) => answer.body.errors[0]?.code;

describe('A-071 signing in by biometrics', () => {
  test('7-50 7-51 the token opens a session and is replaced; the old one never works again', async () => {
    const client = await register();
    const first = await signIn(client.token);
    expect(first.body).toMatchObject({ success: 1, errors: [] });
    const next = String(first.body['biometric_token']);
    expect(next).not.toBe(client.token);
    expect(first.body['biometric_token_expiration_at']).toBeGreaterThan(rig.clock.now().getTime() / 1000);
    expect(code(await signIn(client.token))).toBe('BIOMETRIC_OVER');
    expect((await signIn(next)).body.success).toBe(1);
  });

  test('another device is refused, and the token still works on its own', async () => {
    const client = await register();
    expect(code(await signIn(client.token, { device_id: 'phone-2' }))).toBe('BIOMETRIC_OVER');
    expect(code(await signIn(client.token, { device_id: '' }))).toBe('REQUIRED');
    expect((await signIn(client.token)).body.success).toBe(1);
  });

  test('of ten sign-ins at once by one token, one gets in', async () => {
    const client = await register();
    const answers = await Promise.all(Array.from({ length: 10 }, () => signIn(client.token)));
    expect(answers.filter((answer) => answer.body.success === 1)).toHaveLength(1);
  });

  test('it is over after its time', async () => {
    const client = await register();
    rig.clock.advance(91 * 24 * 3600 * 1000);
    expect(code(await signIn(client.token))).toBe('BIOMETRIC_OVER');
  });

  test('A-069 a sign-out that forgets the device ends it; one that does not leaves it', async () => {
    const kept = await register();
    await rig.call('/logout', { device_id: deviceId }, kept.access);
    expect((await signIn(kept.token)).body.success).toBe(1);
    const forgotten = await register();
    await rig.call('/logout', { device_id: deviceId, is_forget_biometric: '1' }, forgotten.access);
    expect(code(await signIn(forgotten.token))).toBe('BIOMETRIC_OVER');
  });

  test('a new password ends it', async () => {
    const client = await register();
    await rig.call(
      '/client/change_password',
      { old_password: password, new_password: `${password} 2`, new_password_repeat: `${password} 2` },
      client.access,
    );
    expect(code(await signIn(client.token))).toBe('BIOMETRIC_OVER');
  });

  test('with two-factor on a code is required, and the token waits for it', async () => {
    const client = await register();
    const key = String((await rig.call('/client/two_factor', {}, client.access)).body['key']);
    const now = () => generateSync({ secret: key, epoch: Math.floor(rig.clock.now().getTime() / 1000) });
    await rig.call('/client/two_factor/enable', { password, key, code: now() }, client.access);
    rig.clock.advance(30_000);
    expect(code(await signIn(client.token))).toBe('TWO_FACTOR_REQUIRED');
    expect(code(await signIn(client.token, { code: '000000' }))).toBe('TWO_FACTOR_WRONG');
    expect((await signIn(client.token, { code: now() })).body.success).toBe(1);
  });

  test('A-062 a client whose second factor is a passkey is informed of it, and a recovery code lets the token through', async () => {
    const client = await register();
    const key = softwareAuthenticator(rig.context.config.PUBLIC_URL);
    const { options } = (await rig.call('/client/passkeys/start', { password }, client.access)).body;
    const credential = key.create(String(options));
    const added = await rig.call('/client/passkeys/add', { credential, name: 'Phone' }, client.access);
    const [recovery = ''] = z.array(z.string()).parse(added.body['recovery_codes']);
    const asked = await signIn(client.token);
    expect(asked.body.errors).toMatchObject([
      { code: 'TWO_FACTOR_REQUIRED', text: 'Use your passkey, or enter one of your recovery codes.' },
    ]);
    const signedIn = await signIn(client.token, { code: recovery });
    expect(signedIn.body.success).toBe(1);
    expect(String(signedIn.body['biometric_token'])).toMatch(/^cwb_/);
    expect(signedIn.body['biometric_token']).not.toBe(client.token);
  });

  test('only its hash is kept', async () => {
    const client = await register();
    const rows = await rig.db.selectFrom('biometricTokens').select('tokenHash').execute();
    expect(rows.some(({ tokenHash }) => tokenHash.toString('utf8').includes(client.token))).toBe(false);
  });
});
