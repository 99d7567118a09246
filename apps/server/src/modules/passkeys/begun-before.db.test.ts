import { randomUUID } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { generateSync } from 'otplib';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestApp } from '../auth/fixtures/create-test-app.ts';
import { softwareAuthenticator } from './fixtures/software-authenticator.ts';

const rig = await createTestApp();
afterAll(() => rig.close());
const origin = rig.context.config.PUBLIC_URL;
const password = 'correct horse battery';
let number = 0;

async function register() {
  number += 1;
  const email = `before${number}@example.com`;
  const fields = { email, password, is_agree_terms: '1', 'g-recaptcha-response': randomUUID() };
  return { email, access: (await rig.call('/signup', fields)).body.access };
}
const signIn = async (fields: Record<string, string>) =>
  (await rig.call('/signin', { 'g-recaptcha-response': randomUUID(), ...fields })).body;
const signInBy = async (key: ReturnType<typeof softwareAuthenticator>) =>
  signIn({ passkey: key.sign(String((await rig.call('/signin/passkey', {})).body['options'])) });
const codeOf = (key: string) => generateSync({ secret: key, epoch: Math.floor(rig.clock.now().getTime() / 1000) });
const start = async (access: string, fields = {}) =>
  String((await rig.call('/client/passkeys/start', { password, ...fields }, access)).body['options']);
const add = async (access: string, credential: string, name = 'Phone') =>
  (await rig.call('/client/passkeys/add', { credential, name }, access)).body.success;

async function enable(access: string): Promise<{ key: string; success: number }> {
  const key = String((await rig.call('/client/two_factor', {}, access)).body['key']);
  const { success } = (await rig.call('/client/two_factor/enable', { key, code: codeOf(key), password }, access)).body;
  return { key, success };
}

describe('a challenge for a passkey that was given before a second factor was there', () => {
  test('adds none afterwards', async () => {
    const owner = await register();
    const thief = await signIn({ email: owner.email, password });
    const options = await start(thief.access);
    expect(await enable(owner.access)).toMatchObject({ success: 1 });
    rig.clock.advance(31_000);
    const key = softwareAuthenticator(origin);
    const added = await add(thief.access, key.create(options));
    expect({ added, inside: (await signInBy(key)).success }).toEqual({ added: 0, inside: 0 });
  });

  test('adds no second one beside the first', async () => {
    const owner = await register();
    const thief = await signIn({ email: owner.email, password });
    const [one, two] = [await start(thief.access), await start(thief.access)];
    expect(await add(thief.access, softwareAuthenticator(origin).create(one))).toBe(1);
    expect(await add(thief.access, softwareAuthenticator(origin).create(two))).toBe(0);
  });

  test('adds none at the moment at which an authenticator is added, or is asked for with it', async () => {
    // Looking at a password takes a while: the challenge is used before, meanwhile and after.
    for (const wait of [0, 20, 60, 150, 400]) {
      const owner = await register();
      const thief = await signIn({ email: owner.email, password });
      const options = await start(thief.access);
      const credential = softwareAuthenticator(origin).create(options);
      const later = setTimeout(wait).then(() => add(thief.access, credential));
      const [added, enabled] = await Promise.all([later, enable(owner.access)]);
      expect(added + enabled.success, `after ${wait} ms`).toBe(1);
    }
  });
});

describe('what was begun by a passkey ends with it', () => {
  /** The phone with the passkey is stolen; its owner has an authenticator as well. */
  async function loseThePhone() {
    const owner = await register();
    await rig.db
      .updateTable('clients')
      .set({ emailConfirmedAt: rig.clock.now(), level: 'email_phone' })
      .where('email', '=', owner.email)
      .execute();
    const { key: secret } = await enable(owner.access);
    rig.clock.advance(31_000);
    const phone = softwareAuthenticator(origin);
    await add(owner.access, phone.create(await start(owner.access, { code: codeOf(secret) })));
    rig.clock.advance(25 * 3_600_000);
    const access = (await signIn({ email: owner.email, password, code: codeOf(secret) })).access;
    rig.clock.advance(31_000);
    const thief = await signInBy(phone);
    const confirm = async () => {
      const { options } = (await rig.call('/client/passkeys/confirm/start', {}, thief.access)).body;
      const shown = { passkey: phone.sign(String(options)) };
      return String((await rig.call('/client/passkeys/confirm', shown, thief.access)).body['code']);
    };
    const remove = async () => {
      const listed = (await rig.call('/client/passkeys', {}, access)).body['passkeys'];
      const id = String(Array.isArray(listed) ? listed[0]?.id : '');
      const gone = await rig.call('/client/passkeys/remove', { id, password, code: codeOf(secret) }, access);
      expect(gone.body).toMatchObject({ success: 1 });
    };
    return { owner, phone, secret, access, thief: thief.access, confirm, remove };
  }

  const isOpen = async (access: string) => (await rig.call('/client/sessions', {}, access)).status === 200;

  test('the sessions that it opened, alone, beside the password or by their biometric token', async () => {
    const { owner, phone, secret, access, thief, remove } = await loseThePhone();
    const device_id = 'stolen';
    const proof = { password, code: codeOf(secret) };
    const issued = await rig.call('/client/biometric_token', { device_id, ...proof }, thief);
    const biometric_token = String(issued.body['biometric_token']);
    rig.clock.advance(31_000);
    const again = await signIn({ biometric_token, device_id, code: codeOf(secret) });
    rig.clock.advance(31_000);
    const { options } = (await rig.call('/signin/passkey', {})).body;
    const beside = await signIn({ email: owner.email, password, passkey: phone.sign(String(options)) });
    const byPassword = await signIn({ email: owner.email, password, code: codeOf(secret) });
    rig.clock.advance(31_000);
    const opened = [thief, again.access, beside.access, byPassword.access, access];
    expect(await Promise.all(opened.map(isOpen))).toEqual([true, true, true, true, true]);
    await remove();
    expect(await Promise.all(opened.map(isOpen))).toEqual([false, false, false, true, true]);
    const last = { biometric_token: String(again['biometricToken'] ?? again['biometric_token']), device_id };
    expect(await signIn({ ...last, code: codeOf(secret) })).toMatchObject({ success: 0 });
  });

  test('but for the session that removes it', async () => {
    const { owner, thief: own, phone } = await loseThePhone();
    const other = await signInBy(phone);
    const listed = (await rig.call('/client/passkeys', {}, own)).body['passkeys'];
    const id = String(Array.isArray(listed) ? listed[0]?.id : '');
    const { options } = (await rig.call('/client/passkeys/confirm/start', {}, own)).body;
    const shown = (await rig.call('/client/passkeys/confirm', { passkey: phone.sign(String(options)) }, own)).body;
    const gone = await rig.call('/client/passkeys/remove', { id, code: String(shown['code']) }, own);
    expect(gone.body, owner.email).toMatchObject({ success: 1 });
    expect(await Promise.all([own, other.access].map(isOpen))).toEqual([true, false]);
  });

  test('its code opens nothing', async () => {
    const { thief, confirm, remove } = await loseThePhone();
    const code = await confirm();
    expect(code).toMatch(/^PK/);
    await remove();
    expect((await rig.call('/client/two_factor/disable', { code }, thief)).body.success).not.toBe(1);
  });

  test('an e-mail that it asked to change stays', async () => {
    const { owner, thief, confirm, remove } = await loseThePhone();
    const email = `thief${number}@example.com`;
    const asked = await rig.call('/send_email_confirmation_link', { email, code: await confirm() }, thief);
    expect(asked.body).toMatchObject({ success: 1 });
    await rig.deliver();
    const sent = rig.sent.findLast(({ to }) => to === email);
    const code = /\b\d{6}\b/.exec(`${sent?.subject ?? ''} ${sent?.text ?? ''}`)?.[0] ?? '';
    expect(code).not.toBe('');
    await remove();
    expect((await rig.call('/check_email_verification_code', { code }, thief)).body.success).not.toBe(1);
    const kept = await rig.db.selectFrom('clients').select('email').where('email', '=', owner.email).execute();
    expect(kept).toHaveLength(1);
  });
});
