import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestApp } from '../auth/fixtures/create-test-app.ts';
import { savePartner } from '../partners/save-partner.ts';

const rig = await createTestApp();
afterAll(() => rig.close());

const password = 'correct horse battery';
const captcha = () => ({ 'g-recaptcha-response': randomUUID() });
const newEmail = () => `${randomUUID()}@example.com`;

const ask = (email: string, fields: Record<string, string> = {}) =>
  rig.call('/signin/code/new', { email, ...captcha(), ...fields });
const enter = (uuid: unknown, code: string, fields: Record<string, string> = {}) =>
  rig.call('/signin/code', { uuid: String(uuid), code, is_agree_terms: '1', ...fields });

async function newestCode(email: string): Promise<string> {
  await rig.deliver();
  const message = rig.sent.findLast((candidate) => candidate.to === email);
  return /\b(\d{6})\b/.exec(message?.subject ?? '')?.[1] ?? '';
}

async function askAndRead(email: string) {
  const { uuid } = (await ask(email)).body;
  return { uuid, code: await newestCode(email) };
}

const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const errorOf = ({ body }: Awaited<ReturnType<typeof rig.call>>) =>
  body.errors.map(({ code, field }) => `${code} ${field}`.trim()).join();
const clientOf = async (access: string) => (await rig.call('/onramp/client', {}, access)).body['client'];
const signUp = async (email: string) =>
  (await rig.call('/signup', { email, password, is_agree_terms: '1', ...captcha() })).body;

async function confirmed(email: string) {
  const { access } = await signUp(email);
  await rig.call('/check_email_verification_code', { code: await newestCode(email) }, access);
  return access;
}

describe('C-84, C-85 one e-mail field and a code', () => {
  test('an address without an account gets one: confirmed, without a password, agreed by the button', async () => {
    const email = newEmail();
    const { uuid, code } = await askAndRead(email);
    const { body } = await enter(uuid, code, { lang: 'es' });
    expect(body).toMatchObject({ success: 1, errors: [] });
    expect(await clientOf(body.access)).toMatchObject({
      email,
      limit_level: 'email_phone',
      is_password_set: 0,
      lang: 'spa',
    });
    const consents = await rig.db
      .selectFrom('consents')
      .innerJoin('clients', 'clients.clientId', 'consents.clientId')
      .innerJoin('consentTexts', 'consentTexts.textSha256', 'consents.textSha256')
      .select(['consents.textKey', 'consentTexts.words'])
      .where('email', '=', email)
      .execute();
    expect(consents).toEqual([{ textKey: 'tpl:auth:terms_line', words: expect.stringContaining('aceptas') }]);
  });

  test('on a partner’s page the account is one of the partner’s clients', async () => {
    const look = { isFloatingRate: true, theme: 'auto' as const, themeSettings: {}, allowedOrigins: [] };
    await savePartner(rig.context, { ...look, partnerKey: 'pk_page', name: 'Page', isMerchant: false });
    const email = newEmail();
    const { uuid, code } = await askAndRead(email);
    expect((await enter(uuid, code, { partner_key: 'pk_page' })).body).toMatchObject({ success: 1, errors: [] });
    const row = await rig.db.selectFrom('clients').select('partnerKey').where('email', '=', email).executeTakeFirst();
    expect(row).toEqual({ partnerKey: 'pk_page' });
  });

  test('an address with an account is signed in to it', async () => {
    const email = newEmail();
    const access = await confirmed(email);
    const { uuid, code } = await askAndRead(email);
    const { body } = await enter(uuid, ` ${code.slice(0, 3)} ${code.slice(3)}`);
    expect(await clientOf(body.access)).toEqual(await clientOf(access));
    expect(await clientOf(body.access)).toMatchObject({ is_password_set: 1 });
  });

  test('A-063 what is asked and sent is the same with and without an account', async () => {
    const [known, unknown] = [newEmail(), newEmail()];
    await confirmed(known);
    const answers = await Promise.all([ask(known), ask(unknown)]);
    const plain = answers.map(({ status, text }) => [status, text.replace(/[0-9a-f]{8}-[0-9a-f-]{27}/, '')]);
    expect(plain[0]).toEqual(plain[1]);
    await rig.deliver();
    const messages = [known, unknown].map((email) => rig.sent.findLast(({ to }) => to === email));
    const [one, two] = messages.map((message) => message?.text.replaceAll(/\b\d{6}\b/g, ''));
    expect(one).toBe(two);
  });

  test('without the consent no account is opened, and the code stays good', async () => {
    const email = newEmail();
    const { uuid, code } = await askAndRead(email);
    expect(errorOf(await enter(uuid, code, { is_agree_terms: '0' }))).toBe('TERMS_REQUIRED is_agree_terms');
    expect((await enter(uuid, code)).body.success).toBe(1);
  });

  test('a code is good once, for ten minutes, and for five tries', async () => {
    const spent = await askAndRead(newEmail());
    expect((await enter(spent.uuid, spent.code)).body.success).toBe(1);
    expect(errorOf(await enter(spent.uuid, spent.code))).toBe('CODE_EXPIRED code');

    const late = await askAndRead(newEmail());
    rig.clock.advance(10 * 60_000);
    expect(errorOf(await enter(late.uuid, late.code))).toBe('CODE_EXPIRED code');

    const guessed = await askAndRead(newEmail());
    const tries = await Promise.all(Array.from({ length: 12 }, () => enter(guessed.uuid, other(guessed.code))));
    expect(tries.filter((answer) => errorOf(answer) === 'CODE_WRONG code')).toHaveLength(5);
    expect(errorOf(await enter(guessed.uuid, guessed.code))).toBe('CODE_TOO_MANY code');
    expect(errorOf(await enter(randomUUID(), guessed.code))).toBe('CODE_WRONG code');
  });

  test('three codes an hour to an address; a device of its owner has three of its own', async () => {
    const email = newEmail();
    const { uuid, code } = await askAndRead(email);
    await enter(uuid, code, { device_id: 'the owner’s' });
    const soon = await ask(email);
    expect(soon.body).toMatchObject({ success: 0, uuid: '', next_email_request_in_sec: 60 });
    expect(errorOf(soon)).toBe('CODE_TOO_MANY');
    for (let round = 0; round < 2; round += 1) {
      rig.clock.advance(60_000);
      expect((await ask(email, { device_id: 'a stranger’s' })).body.success).toBe(1);
    }
    rig.clock.advance(60_000);
    expect((await ask(email, { device_id: 'a stranger’s' })).body.success).toBe(0);
    expect((await ask(email, { device_id: 'the owner’s' })).body.success).toBe(1);
  });

  test('the second factor is asked of an account that has one, and a wrong one does not use the code up', async () => {
    const email = newEmail();
    const access = await confirmed(email);
    const { key } = (await rig.call('/client/two_factor', {}, access)).body;
    const epoch = () => Math.floor(rig.clock.now().getTime() / 1000);
    const factor = () => generateSync({ secret: String(key), epoch: epoch() });
    const enabled = await rig.call('/client/two_factor/enable', { password, key: String(key), code: factor() }, access);
    expect(enabled.body.success).toBe(1);
    rig.clock.advance(60_000);
    const { uuid, code } = await askAndRead(email);
    expect(errorOf(await enter(uuid, code))).toBe('TWO_FACTOR_REQUIRED second_code');
    expect(errorOf(await enter(uuid, code, { second_code: '000000' }))).toBe('TWO_FACTOR_WRONG second_code');
    expect((await enter(uuid, code, { second_code: factor() })).body.success).toBe(1);
  });

  test('an account that a stranger registered under the address is claimed: password and sessions of before end', async () => {
    const email = newEmail();
    const stranger = await signUp(email);
    const { uuid, code } = await askAndRead(email);
    const { body } = await enter(uuid, code);
    expect(await clientOf(body.access)).toMatchObject({ email, limit_level: 'email_phone', is_password_set: 0 });
    expect((await rig.call('/onramp/client', {}, stranger.access)).status).toBe(401);
    const tried = await rig.call('/signin', { email, password, ...captcha() });
    expect(errorOf(tried)).toBe('WRONG_CREDENTIALS');
  });

  test('a new password ends codes that were sent before it', async () => {
    const email = newEmail();
    const access = await confirmed(email);
    const { uuid, code } = await askAndRead(email);
    const next = 'another horse battery';
    const fields = { old_password: password, new_password: next, new_password_repeat: next };
    expect((await rig.call('/client/change_password', fields, access)).body.success).toBe(1);
    expect(errorOf(await enter(uuid, code))).toBe('CODE_EXPIRED code');
  });
});

describe('an account without a password proves its owner by the mailbox', () => {
  test('C-62 sets a first password with a code of an e-mail, and then needs that password', async () => {
    const email = newEmail();
    const { uuid, code } = await askAndRead(email);
    const { access } = (await enter(uuid, code)).body;
    const chosen = { new_password: password, new_password_repeat: password };
    expect(errorOf(await rig.call('/client/change_password', chosen, access))).toBe('EMAIL_CODE_REQUIRED code');
    const mailed = await newestCode(email);
    const wrong = await rig.call('/client/change_password', { ...chosen, code: other(mailed) }, access);
    expect(errorOf(wrong)).toBe('CODE_WRONG code');
    const set = await rig.call('/client/change_password', { ...chosen, code: mailed }, access);
    expect(set.body.success).toBe(1);
    expect((await rig.call('/signin', { email, password, ...captcha() })).body.success).toBe(1);
    expect(errorOf(await rig.call('/client/passkeys/start', {}, set.body.access))).toBe('REQUIRED password');
  });

  test('C-61b begins a passkey with a code of an e-mail', async () => {
    const email = newEmail();
    const { uuid, code } = await askAndRead(email);
    const { access } = (await enter(uuid, code)).body;
    expect(errorOf(await rig.call('/client/passkeys/start', {}, access))).toBe('EMAIL_CODE_REQUIRED code');
    const started = await rig.call('/client/passkeys/start', { code: await newestCode(email) }, access);
    expect(started.body).toMatchObject({ success: 1, options: expect.stringContaining('challenge') });
  });
});
