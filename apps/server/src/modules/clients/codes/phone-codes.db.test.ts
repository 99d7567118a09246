import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { createTestApp } from '../../auth/fixtures/create-test-app.ts';

const rig = await createTestApp();
afterAll(() => rig.close());

let number = 0;

async function register() {
  number += 1;
  const fields = { email: `phone${number}@example.com`, password: 'correct horse battery', is_agree_terms: '1' };
  return (await rig.call('/signup', { ...fields, 'g-recaptcha-response': randomUUID() })).body.access;
}

const send = (access: string, phone: string, fields: Record<string, string> = {}) =>
  rig.call('/verification/phone/send_code', { phone, 'g-recaptcha-response': randomUUID(), ...fields }, access);
const check = (access: string, phone: string, code: string) =>
  rig.call('/verification/phone/check_code', { phone, code }, access);

async function lastCode(): Promise<string> {
  await rig.deliver();
  return /\d{6}/.exec(rig.texted.at(-1)?.text ?? '')?.[0] ?? '';
}

const phoneOf = async (access: string) => (await rig.call('/client/phone', {}, access)).body;

describe('A-081 C-15 C-16 the phone number', () => {
  test('a code by text message confirms it, typed in any spelling', async () => {
    const access = await register();
    const sent = await send(access, '020 7946 0958', { country: 'GB' });
    expect(sent.body).toMatchObject({ success: 1, next_sms_request_in_sec: 60, errors: [] });
    const code = await lastCode();
    expect(rig.texted.at(-1)).toMatchObject({ to: '+442079460958' });
    const wrong = await check(access, '+442079460958', code === '111111' ? '222222' : '111111');
    expect(wrong.body.errors[0]).toMatchObject({
      code: 'CODE_WRONG',
      field: 'code',
      text: 'That code doesn’t match. Check the newest message on your phone.',
    });
    expect((await check(access, '+44 20 7946 0958', code)).body).toMatchObject({ success: 1, errors: [] });
    expect(await phoneOf(access)).toEqual({ success: 1, phone: '+442079460958', country: 'GB' });
  });

  test.each(['123', 'abc', '+999123456789', '+44 20 7946'])('%s is no number', async (phone) => {
    const answer = await send(await register(), phone);
    expect(answer.body.errors[0]).toMatchObject({ code: 'PHONE_INVALID', field: 'phone' });
  });

  test('3-47 numbers of restricted countries are refused', async () => {
    const answer = await send(await register(), '+850 191 123 4567');
    expect(answer.body.errors[0]).toMatchObject({ code: 'PHONE_COUNTRY', field: 'phone' });
    expect(rig.texted.some(({ to }) => to.startsWith('+850'))).toBe(false);
  });

  test('another code waits for a minute, also when another client asks for the same number', async () => {
    const [first, second] = [await register(), await register()];
    await send(first, '+33612345678');
    expect((await send(first, '+33612345678')).body.errors[0]?.code).toBe('CODE_TOO_MANY');
    expect((await send(second, '+33612345678')).body.errors[0]?.code).toBe('CODE_TOO_MANY');
    rig.clock.advance(61_000);
    expect((await send(second, '+33612345678')).body.success).toBe(1);
  });

  test('a code for one number does not confirm another', async () => {
    const access = await register();
    await send(access, '+4915112345678');
    const code = await lastCode();
    expect((await check(access, '+4915112345679', code)).body.errors[0]?.code).toBe('CODE_WRONG');
  });

  test('a number of another account gets no message, and the caller cannot see the difference', async () => {
    const [owner, other] = [await register(), await register()];
    await send(owner, '+34612345678');
    await check(owner, '+34612345678', await lastCode());
    rig.clock.advance(61_000);
    const before = rig.texted.length;
    expect((await send(other, '+34612345678')).body).toMatchObject({ success: 1, errors: [] });
    await rig.deliver();
    expect(rig.texted).toHaveLength(before);
  });

  test('five wrong tries end a code', async () => {
    const access = await register();
    await send(access, '+393123456789');
    const code = await lastCode();
    const other = code === '000000' ? '111111' : '000000';
    for (let time = 0; time < 5; time += 1) await check(access, '+393123456789', other);
    expect((await check(access, '+393123456789', code)).body.errors[0]?.code).toBe('CODE_TOO_MANY');
  });
});
