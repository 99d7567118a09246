import { allCalls } from '@causeway/contract/calls/all-calls';
import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { callRows } from '../owner-proof/sensitive-acts.ts';
import { createTestApp } from './fixtures/create-test-app.ts';

const rig = await createTestApp();
afterAll(() => rig.close());
const password = 'correct horse battery';
const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const passkey = JSON.stringify({
  id: 'AA',
  rawId: 'AA',
  type: 'public-key',
  response: { clientDataJSON: 'AA', attestationObject: 'AA' },
});
let number = 0;

const captcha = () => ({ 'g-recaptcha-response': randomUUID() });
const firstError = ({ body }: Awaited<ReturnType<typeof rig.call>>) => {
  const item = body.errors[0];
  return item === undefined ? '' : `${item.code} ${item.field}`.trim();
};

/** A client with a confirmed address and number. */
async function register() {
  number += 1;
  const email = `stolen${number}@example.com`;
  const { access, refresh } = (await rig.call('/signup', { email, password, is_agree_terms: '1', ...captcha() })).body;
  await rig.db
    .updateTable('clients')
    .set({ emailConfirmedAt: rig.clock.now(), phone: `+4915112345${number}00`, phoneConfirmedAt: rig.clock.now() })
    .where('email', '=', email)
    .execute();
  return { email, access, refresh };
}

/** What a thief with the access token alone sends, and how it is refused. */
const tries: Readonly<Record<string, { path: string; fields: Record<string, string>; refused: string }>> = {
  enableTwoFactor: { path: '/client/two_factor/enable', fields: { key, code: '123456' }, refused: 'REQUIRED password' },
  disableTwoFactor: { path: '/client/two_factor/disable', fields: { code: '123456' }, refused: 'REQUIRED password' },
  startPasskey: { path: '/client/passkeys/start', fields: {}, refused: 'REQUIRED password' },
  addPasskey: {
    path: '/client/passkeys/add',
    fields: { credential: passkey, name: 'Thief' },
    refused: 'PASSKEY_WRONG',
  },
  removePasskey: { path: '/client/passkeys/remove', fields: { id: randomUUID() }, refused: 'REQUIRED password' },
  getBiometricToken: { path: '/client/biometric_token', fields: { device_id: 'thief' }, refused: 'REQUIRED password' },
  sendEmailCode: {
    path: '/send_email_confirmation_link',
    fields: { email: 'thief@example.com' },
    refused: 'REQUIRED password',
  },
  checkEmailCode: { path: '/check_email_verification_code', fields: { code: '123456' }, refused: 'CODE_WRONG code' },
  sendPhoneCode: {
    path: '/verification/phone/send_code',
    fields: { phone: '+4915199999999' },
    refused: 'REQUIRED password',
  },
  checkPhoneCode: {
    path: '/verification/phone/check_code',
    fields: { phone: '+4915199999999', code: '123456' },
    refused: 'CODE_WRONG code',
  },
  changePassword: {
    path: '/client/change_password',
    fields: {
      old_password: 'not the password',
      new_password: 'another horse battery',
      new_password_repeat: 'another horse battery',
    },
    refused: 'PASSWORD_WRONG old_password',
  },
  resetPassword: {
    path: '/password/reset',
    fields: {
      token: 'guessed',
      new_password: 'another horse battery',
      new_password_repeat: 'another horse battery',
    },
    refused: 'RECOVERY_LINK_OVER token',
  },
};
/** Tested in their own rooms; a partner's page accepts no token of a client. */
const elsewhere = [
  'deleteAccount',
  'downloadDataExport',
  'keepDestination',
  'keepCard',
  'setDestinationWait',
  'approveOrder',
  'payOrder',
  'createPartnerSession',
];

describe('a sensitive act needs a fresh proof', () => {
  test('every call of an act is tried with the access token alone', () => {
    const acts = allCalls.map(({ name }) => name).filter((name) => 'act' in (callRows[name] ?? {}));
    expect([...Object.keys(tries), ...elsewhere].toSorted()).toEqual(acts.toSorted());
  });

  test.each(Object.entries(tries))('%s', async (_name, { path, fields, refused }) => {
    const { access, email } = await register();
    const row = () => rig.db.selectFrom('clients').selectAll().where('email', '=', email).executeTakeFirstOrThrow();
    const before = await row();
    const answer = await rig.call(path, { ...captcha(), ...fields }, access);
    expect(answer.body.success).toBe(0);
    expect(firstError(answer)).toBe(refused);
    expect(await row()).toEqual(before);
  });

  test('a first number is confirmed by its code alone, another one by its owner', async () => {
    const { access, email } = await register();
    const mine = { phone: '', phoneConfirmedAt: null };
    await rig.db.updateTable('clients').set(mine).where('email', '=', email).execute();
    const send = (fields: Record<string, string>) =>
      rig.call('/verification/phone/send_code', { ...captcha(), ...fields }, access);
    expect((await send({ phone: '+4915177777701' })).body.success).toBe(1);
    await rig.deliver();
    const code = /\d{6}/.exec(rig.texted.at(-1)?.text ?? '')?.[0] ?? '';
    const check = { phone: '+4915177777701', code };
    expect((await rig.call('/verification/phone/check_code', check, access)).body.success).toBe(1);
    rig.clock.advance(61_000);
    expect(firstError(await send({ phone: '+4915177777702' }))).toBe('REQUIRED password');
    expect((await send({ phone: '+4915177777702', password })).body.success).toBe(1);
  });

  test('where there is no second factor another address takes a code that went to the present one', async () => {
    const { access, email } = await register();
    const ask = (more: Record<string, string>) =>
      rig.call('/send_email_confirmation_link', { email: 'next@example.com', password, ...more }, access);
    expect(firstError(await ask({}))).toBe('EMAIL_CODE_REQUIRED code');
    await rig.deliver();
    const code = /\d{6}/.exec(rig.sent.findLast(({ to }) => to === email)?.subject ?? '')?.[0] ?? '';
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect(firstError(await ask({ code: wrong }))).toBe('CODE_WRONG code');
    expect(rig.sent.filter(({ to }) => to === 'next@example.com')).toEqual([]);
    expect((await ask({ code })).body.success).toBe(1);
    await rig.deliver();
    expect(rig.sent.filter(({ to }) => to === 'next@example.com')).toHaveLength(1);
  });
});
