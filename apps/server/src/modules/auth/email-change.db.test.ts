import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp } from './fixtures/create-test-app.ts';

const rig = await createTestApp();
afterAll(() => rig.close());
beforeEach(() => void (rig.sent.length = 0));

const password = 'correct horse battery';
const known = { device_id: 'known' };
const captcha = () => ({ 'g-recaptcha-response': randomUUID() });
const fresh = () => `${randomUUID()}@example.com`;

const askOnce = (access: string, fields: Record<string, string>) =>
  rig.call('/send_email_confirmation_link', fields, access);
/** Makes a request, and gives the code that was sent to the present address where it is required. */
async function ask(access: string, fields: Record<string, string>) {
  const first = await askOnce(access, fields);
  if (first.body.errors[0]?.code !== 'EMAIL_CODE_REQUIRED') return first;
  await rig.deliver();
  const index = rig.sent.findLastIndex(({ text }) => text.includes('wants to change the address'));
  const [message] = rig.sent.splice(index, 1);
  const code = /\b(\d{6})\b/.exec(message?.subject ?? '')?.[1] ?? '';
  return askOnce(access, { ...fields, code });
}
const check = (access: string, code: string) => rig.call('/check_email_verification_code', { code }, access);
const whoAmI = (access: string) => rig.call('/onramp/client', {}, access);
const signIn = (email: string) => rig.call('/signin', { email, password, ...known, ...captcha() });
const codes = ({ body }: Awaited<ReturnType<typeof ask>>) => body.errors.map(({ code, field }) => `${code} ${field}`);
const messagesTo = (email: string) => rig.sent.filter(({ to }) => to === email);
const codeSentTo = (email: string) => /\b(\d{6})\b/.exec(messagesTo(email).at(-1)?.subject ?? '')?.[1] ?? '';

/** A client with a confirmed address. */
async function register() {
  const email = fresh();
  const { access } = (await rig.call('/signup', { email, password, is_agree_terms: '1', ...known, ...captcha() })).body;
  await rig.deliver();
  expect((await check(access, codeSentTo(email))).body.success).toBe(1);
  rig.sent.length = 0;
  // Of two codes the later one is valid.
  rig.clock.advance(1_000);
  return { email, access };
}

/** Requests a change correctly. */
async function change(access: string, email: string): Promise<string> {
  expect((await ask(access, { email, password })).body).toMatchObject({ success: 1, next_email_request_in_sec: 60 });
  await rig.deliver();
  return codeSentTo(email.toLowerCase());
}

describe('C-13 C-14 another address in place of a confirmed one', () => {
  test('it is the client’s once its code comes back; then the others are signed out, the old address is notified and opens nothing', async () => {
    const client = await register();
    const next = fresh();
    const elsewhere = (await signIn(client.email)).body.access;
    const code = await change(client.access, next.toUpperCase());
    expect(messagesTo(next).map(({ text }) => text)).toEqual([expect.stringContaining(`/settings/email?code=${code}`)]);
    expect(messagesTo(client.email)).toEqual([]);
    expect((await whoAmI(elsewhere)).body['client']).toMatchObject({ email: client.email });

    await rig.call('/password/recovery', { email: client.email, ...captcha() });
    await rig.deliver();
    const token = /token=([\w-]+)/.exec(messagesTo(client.email).at(-1)?.text ?? '')?.[1] ?? '';
    await rig.call('/password/recovery', { email: client.email, ...captcha() });
    rig.lines.length = 0;
    const twice = await Promise.all([check(client.access, code), check(client.access, code)]);
    expect(twice.map(({ body }) => body)).toEqual(
      Array.from({ length: 2 }, () => ({ success: 1, client_level: 'email_phone', errors: [] })),
    );
    await rig.deliver();
    expect(messagesTo(client.email).map(({ subject }) => subject)).toEqual([
      'Set a new Causeway password',
      'Your Causeway e-mail was changed',
    ]);
    expect(messagesTo(client.email).at(-1)?.text).not.toContain(next);
    expect((await whoAmI(client.access)).body['client']).toMatchObject({ email: next, limit_level: 'email_phone' });
    expect((await whoAmI(elsewhere)).status).toBe(401);
    const reset = {
      token,
      new_password: 'another horse battery',
      new_password_repeat: 'another horse battery',
      is_agree_terms: '1',
    };
    expect(codes(await rig.call('/password/reset', reset))).toEqual(['RECOVERY_LINK_OVER token']);
    expect(codes(await signIn(client.email))).toEqual([expect.stringContaining('WRONG_CREDENTIALS')]);
    expect((await signIn(next)).body.success).toBe(1);
    const { sessions } = (await rig.call('/client/sessions', {}, client.access)).body;
    expect(sessions).toContainEqual(expect.objectContaining({ end_reason: 'email_changed' }));

    const reported = rig.lines.filter((line) => line.includes('"email-changed"'));
    expect(reported).toEqual([expect.stringContaining('"event":"account_changed"')]);
    expect(rig.lines.join('')).not.toContain('@example.com');
  });

  test('the second factor is required once: a code may be sent to the same address again, and to no other', async () => {
    const { access } = await register();
    const key = String((await rig.call('/client/two_factor', {}, access)).body['key']);
    const codeNow = () => generateSync({ secret: key, epoch: Math.floor(rig.clock.now().getTime() / 1000) });
    await rig.call('/client/two_factor/enable', { password, key, code: codeNow() }, access);
    rig.clock.advance(30_000);
    const email = fresh();
    expect(codes(await ask(access, { email, password }))).toEqual(['TWO_FACTOR_REQUIRED code']);
    expect(codes(await ask(access, { email, password, code: '000000' }))).toEqual(['TWO_FACTOR_WRONG code']);
    // A thief with the password alone could have added it: for a day it does not replace the mailbox.
    expect(codes(await ask(access, { email, password, code: codeNow() }))).toEqual(['FACTOR_NEW code']);
    const factorAddedAt = new Date(rig.clock.now().getTime() - 25 * 3_600_000);
    await rig.db.updateTable('clients').set({ factorAddedAt }).where('factorAddedAt', 'is not', null).execute();
    rig.clock.advance(30_000);
    expect((await ask(access, { email, password, code: codeNow() })).body.success).toBe(1);
    expect((await ask(access, { email })).body).toMatchObject({ success: 0, errors: [{ code: 'CODE_TOO_MANY' }] });
    rig.clock.advance(60_000);
    expect(codes(await ask(access, { email: fresh(), password }))).toEqual(['TWO_FACTOR_REQUIRED code']);
    expect((await ask(access, { email })).body.success).toBe(1);
  });

  test('another client’s address is answered the same, gets no e-mail and accepts no code', async () => {
    const [owner, one, other] = [await register(), await register(), await register()];
    const taken = await ask(one.access, { email: owner.email, password });
    expect(taken.text).toBe((await ask(other.access, { email: fresh(), password })).text);
    await rig.deliver();
    expect(messagesTo(owner.email)).toEqual([]);
    expect(codes(await check(one.access, '000000'))).toEqual(codes(await check(other.access, 'abcdef')));
    expect((await whoAmI(one.access)).body['client']).toMatchObject({ email: one.email });
  });

  test('nothing is sent without the password or with a wrong one; five wrong tries end a code, and are written down', async () => {
    const { access, email } = await register();
    expect(codes(await ask(access, { email: fresh() }))).toEqual(['REQUIRED password']);
    const guessed = { email: fresh(), password: 'wrong horse battery' };
    expect(codes(await ask(access, guessed))).toEqual(['PASSWORD_WRONG password']);
    await rig.deliver();
    expect(rig.sent).toEqual([]);
    const code = await change(access, fresh());
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    rig.lines.length = 0;
    for (let round = 0; round < 5; round += 1) expect(codes(await check(access, wrong))).toEqual(['CODE_WRONG code']);
    expect(codes(await check(access, code))).toEqual(['CODE_TOO_MANY code']);
    expect(rig.lines.filter((line) => line.includes('"event":"secret_refused"'))).toHaveLength(6);
    expect((await whoAmI(access)).body['client']).toMatchObject({ email });
  });

  test('of two clients who request one address one gets it, the other is refused', async () => {
    const pair = [await register(), await register()];
    const email = fresh();
    const sent = [];
    for (const { access } of pair) sent.push({ access, code: await change(access, email) });
    const answers = await Promise.all(sent.map(({ access, code }) => check(access, code)));
    expect(answers.map((answer) => codes(answer)[0] ?? 'fine').toSorted()).toEqual(['EMAIL_TAKEN email', 'fine']);
  });

  test('a code that was requested without a password, before there was a confirmed address, changes none', async () => {
    const email = fresh();
    const { access } = (await rig.call('/signup', { email, password, is_agree_terms: '1', ...captcha() })).body;
    rig.clock.advance(61_000);
    const next = fresh();
    await ask(access, { email: next });
    await rig.deliver();
    // As an external provider's sign-in does it.
    await rig.db.updateTable('clients').set({ emailConfirmedAt: rig.clock.now() }).where('email', '=', email).execute();
    expect(codes(await check(access, codeSentTo(next)))).toEqual(['CODE_EXPIRED code']);
    expect((await whoAmI(access)).body['client']).toMatchObject({ email });
  });

  test('a mistyped first address opens nothing once it is corrected, and is not notified', async () => {
    const mistyped = fresh();
    const fields = { email: mistyped, password, is_agree_terms: '1', ...captcha() };
    const { access } = (await rig.call('/signup', fields)).body;
    await rig.call('/password/recovery', { email: mistyped, ...captcha() });
    rig.clock.advance(61_000);
    const email = fresh();
    await ask(access, { email });
    await rig.deliver();
    const token = /token=([\w-]+)/.exec(messagesTo(mistyped).at(-1)?.text ?? '')?.[1] ?? '';
    const before = messagesTo(mistyped).length;
    expect((await check(access, codeSentTo(email))).body.success).toBe(1);
    await rig.deliver();
    expect(messagesTo(mistyped)).toHaveLength(before);
    const reset = {
      token,
      new_password: 'another horse battery',
      new_password_repeat: 'another horse battery',
      is_agree_terms: '1',
    };
    expect(codes(await rig.call('/password/reset', reset))).toEqual(['RECOVERY_LINK_OVER token']);
  });
});
