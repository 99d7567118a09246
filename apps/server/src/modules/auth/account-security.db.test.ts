import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import { afterAll, describe, expect, test } from 'vitest';
import { changeMeanwhile } from './fixtures/change-meanwhile.ts';
import { createTestApp } from './fixtures/create-test-app.ts';

const rig = await createTestApp();
afterAll(() => rig.close());

const password = 'correct horse battery';
const other = 'another horse battery';
let number = 0;

async function register() {
  number += 1;
  const email = `security${number}@example.com`;
  const answer = await rig.call('/signup', {
    email,
    password,
    is_agree_terms: '1',
    device_id: 'first-device',
    'g-recaptcha-response': randomUUID(),
  });
  expect(answer.body).toMatchObject({ success: 1 });
  await rig.deliver();
  rig.sent.length = 0;
  return { email, access: answer.body.access, refresh: answer.body.refresh };
}

const signIn = (email: string, secret: string, more: Record<string, string> = {}) =>
  rig.call('/signin', {
    email,
    password: secret,
    device_id: 'first-device',
    'g-recaptcha-response': randomUUID(),
    ...more,
  });
const whoAmI = async (access: string) => (await rig.call('/onramp/client', {}, access)).status;
const codes = (answer: { body: { errors: { code: string; field: string }[] } }) =>
  answer.body.errors.map(({ code, field }) => `${code} ${field}`);
const codeOf = (key: string) => generateSync({ secret: key, epoch: Math.floor(rig.clock.now().getTime() / 1000) });

async function askForLink(email: string): Promise<string | undefined> {
  const answer = await rig.call('/password/recovery', { email, 'g-recaptcha-response': randomUUID() });
  expect(answer.body).toEqual({ success: 1, errors: [] });
  await rig.deliver();
  return /step=reset&token=([\w-]+)/.exec(rig.sent.splice(0).at(-1)?.text ?? '')?.[1];
}

/** Signs in with a provider that has verified the owner of an e-mail address, with the password. */
async function joinByProvider(email: string) {
  const { body } = await rig.call('/signin/oauth', {});
  const identity = { issuer: 'https://provider.example', subject: email, email, isEmailVerified: true };
  rig.context.providers.idTokens = { read: async () => ({ ...identity, nonce: String(body['nonce']) }) };
  const token = { oauth_provider: 'provider', oauth_token: 'token', 'g-recaptcha-response': randomUUID() };
  return rig.call('/signin', { ...token, password });
}

const reset = (token: string, first: string, second = first) =>
  rig.call('/password/reset', { token, new_password: first, new_password_repeat: second, is_agree_terms: '1' });

describe('A-063 a forgotten password', () => {
  test('C-08 C-09 the link sets a new password once, and every session ends', async () => {
    const client = await register();
    const token = await askForLink(client.email);
    if (token === undefined) throw new Error('There was no link.');
    expect(codes(await reset(token, other, 'typed otherwise'))).toEqual(['PASSWORD_REPEAT new_password_repeat']);
    expect((await reset(token, other)).body).toEqual({ success: 1, errors: [] });
    expect(codes(await reset(token, password))).toEqual(['RECOVERY_LINK_OVER token']);
    expect(await whoAmI(client.access)).toBe(401);
    expect(codes(await signIn(client.email, password))[0]).toContain('WRONG_CREDENTIALS');
    expect((await signIn(client.email, other)).body.success).toBe(1);
    await rig.deliver();
    // No device of before is known any more.
    expect(rig.sent.map((message) => message.subject)).toEqual([
      'Your Causeway password was changed',
      'New sign-in to Causeway',
    ]);
  });

  test('an unknown address is answered the same and gets no e-mail', async () => {
    expect(await askForLink('nobody@example.com')).toBeUndefined();
  });

  test('a link is old after an hour, and a newer password ends it', async () => {
    const client = await register();
    const first = (await askForLink(client.email)) ?? '';
    rig.clock.advance(61 * 60_000);
    expect(codes(await reset(first, other))).toEqual(['RECOVERY_LINK_OVER token']);
    const [second, third] = [(await askForLink(client.email)) ?? '', (await askForLink(client.email)) ?? ''];
    expect((await reset(third, other)).body.success).toBe(1);
    expect(codes(await reset(second, password))).toEqual(['RECOVERY_LINK_OVER token']);
  });

  test('ASVS V6.2.4 an easy password is refused at the field, and the link still works', async () => {
    const client = await register();
    const token = (await askForLink(client.email)) ?? '';
    for (const easy of ['Password2026!', client.email]) {
      const refused = await reset(token, easy);
      expect(codes(refused)).toEqual(['PASSWORD_COMMON new_password']);
      expect(refused.body.errors[0]?.text).toContain('easy to guess');
    }
    expect(await whoAmI(client.access)).toBe(200);
    expect((await reset(token, other)).body.success).toBe(1);
  });

  test('nothing is hashed for a link that is not there: sixty at once never fill the line of passwords', async () => {
    const answers = await Promise.all(Array.from({ length: 60 }, () => reset(randomUUID(), other)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.flatMap(codes))).toEqual(new Set(['RECOVERY_LINK_OVER token']));
  });

  test('no more than three e-mails an hour from one network', async () => {
    const { email } = await register();
    const links = [];
    for (let time = 0; time < 3; time += 1) links.push(await askForLink(email));
    expect(links.map((link) => link !== undefined)).toEqual([true, true, true]);
    // Whether or not there is an account, a further one is not promised.
    for (let time = 0; time < 3; time += 1) await askForLink('unknown@example.com');
    for (const asked of [email, 'unknown@example.com']) {
      const fields = { email: asked, 'g-recaptcha-response': randomUUID() };
      expect((await rig.call('/password/recovery', fields)).status).toBe(429);
    }
  });
});

describe('C-62 A-113 changing the password', () => {
  const change = (access: string, fields: Record<string, string>) =>
    rig.call(
      '/client/change_password',
      { old_password: password, new_password: other, new_password_repeat: other, ...fields },
      access,
    );

  test('the old one is required, the other sessions end, this one goes on', async () => {
    const client = await register();
    const elsewhere = await signIn(client.email, password);
    expect(codes(await change(client.access, { old_password: 'wrong one here' }))).toEqual([
      'PASSWORD_WRONG old_password',
    ]);
    const changed = await change(client.access, {});
    expect(changed.body.success).toBe(1);
    expect(await whoAmI(changed.body.access)).toBe(200);
    expect(await whoAmI(elsewhere.body.access)).toBe(401);
    expect(await whoAmI(client.access)).toBe(401);
    expect((await signIn(client.email, other)).body.success).toBe(1);
  });

  test('ASVS V6.2.4 an easy new password is refused at its field and changes nothing', async () => {
    const client = await register();
    const answer = await change(client.access, { new_password: 'qwertyuiop1', new_password_repeat: 'qwertyuiop1' });
    expect(codes(answer)).toEqual(['PASSWORD_COMMON new_password']);
    expect(await whoAmI(client.access)).toBe(200);
    expect((await signIn(client.email, password)).body.success).toBe(1);
  });

  test.each<[string, string, (client: { email: string; access: string }) => ReturnType<typeof signIn>]>([
    ['signs no client in', 'WRONG_CREDENTIALS', ({ email }) => signIn(email, password)],
    ['joins no client whom another provider knows', 'OAUTH_PASSWORD password', ({ email }) => joinByProvider(email)],
    ['sets no other password', 'PASSWORD_WRONG old_password', ({ access }) => change(access, {})],
    [
      'moves to no other e-mail',
      'PASSWORD_WRONG password',
      ({ access }) => rig.call('/send_email_confirmation_link', { email: 'other@example.com', password }, access),
    ],
    [
      'begins no passkey',
      'PASSWORD_WRONG password',
      ({ access }) => rig.call('/client/passkeys/start', { password }, access),
    ],
  ])('what was under way with the old one %s once there is a new one', async (_what, refused, act) => {
    const client = await register();
    const one = () => rig.db.selectFrom('clients').where('email', '=', client.email);
    await rig.db
      .updateTable('clients')
      .set({ emailConfirmedAt: rig.clock.now() })
      .where('email', '=', client.email)
      .execute();
    const before = await one().selectAll().executeTakeFirstOrThrow();
    const late = await changeMeanwhile(rig.db, client.email, () => act(client));
    expect(late.body).toMatchObject({ success: 0 });
    expect(codes(late)[0]).toContain(refused);
    expect(await one().selectAll().executeTakeFirstOrThrow()).toEqual({ ...before, passwordHash: 'another' });
    const joined = rig.db.selectFrom('clientIdentities').select('clientId').where('clientId', '=', before.clientId);
    expect(await joined.execute()).toEqual([]);
  });

  test('a visitor is asked to refresh', async () => {
    const fields = { old_password: password, new_password: other, new_password_repeat: other };
    expect((await rig.call('/client/change_password', fields)).status).toBe(403);
  });
});

describe('3-60 A-112 C-59 two-factor sign-in', () => {
  async function withTwoFactor() {
    const client = await register();
    const state = await rig.call('/client/two_factor', {}, client.access);
    const key = String(state.body['key']);
    expect(state.body).toMatchObject({ is_enabled: 0, duration: 30, key_nice: key.match(/.{4}/g)?.join(' ') });
    expect(state.body['url']).toContain(`secret=${key}`);
    const code = codeOf(key);
    const enabled = await rig.call('/client/two_factor/enable', { password, key, code }, client.access);
    expect(enabled.body).toMatchObject({ success: 1, is_enabled: 1, error: '' });
    return { ...client, key, code, recoveryCodes: enabled.body['recovery_codes'] as string[] };
  }

  test('C-60 a wrong code switches nothing on', async () => {
    const client = await register();
    const { body } = await rig.call('/client/two_factor', {}, client.access);
    const answer = await rig.call(
      '/client/two_factor/enable',
      { key: String(body['key']), code: '000000', password },
      client.access,
    );
    expect(answer.body).toMatchObject({ success: 0, is_enabled: 0, error: 'TWO_FACTOR_WRONG' });
    expect((await signIn(client.email, password)).body.success).toBe(1);
  });

  test('a new authenticator never replaces the one there is, with every proof of the owner’s', async () => {
    const client = await withTwoFactor();
    rig.clock.advance(30_000);
    const key = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
    const proof = { password, proof_code: codeOf(client.key) };
    const replaced = await rig.call('/client/two_factor/enable', { ...proof, key, code: codeOf(key) }, client.access);
    expect(codes(replaced)).toEqual(['CONFLICT ']);
    rig.clock.advance(30_000);
    expect(codes(await signIn(client.email, password, { code: codeOf(key) }))).toEqual(['TWO_FACTOR_WRONG code']);
    expect((await signIn(client.email, password, { code: codeOf(client.key) })).body.success).toBe(1);
  });

  test('A-062 sign-in asks for the code, refuses a wrong one and takes each code once', async () => {
    const client = await withTwoFactor();
    expect(codes(await signIn(client.email, password))).toEqual(['TWO_FACTOR_REQUIRED code']);
    expect(codes(await signIn(client.email, password, { code: client.code }))).toEqual(['TWO_FACTOR_WRONG code']);
    rig.clock.advance(30_000);
    const fresh = codeOf(client.key);
    expect((await signIn(client.email, password, { code: fresh })).body.success).toBe(1);
    expect(codes(await signIn(client.email, password, { code: fresh }))).toEqual(['TWO_FACTOR_WRONG code']);
  });

  test('a wrong password never reveals that there is a second factor', async () => {
    const client = await withTwoFactor();
    expect(codes(await signIn(client.email, 'wrong horse battery'))[0]).toContain('WRONG_CREDENTIALS');
  });

  test('registering again does not bypass the second factor, and reveals nothing of it', async () => {
    const { email } = await withTwoFactor();
    const again = (secret: string) =>
      rig.call('/signup', {
        email,
        password: secret,
        is_agree_terms: '1',
        device_id: 'thief',
        'g-recaptcha-response': randomUUID(),
      });
    const right = await again(password);
    expect(right.body).toMatchObject({ success: 0, access: '', refresh: '' });
    expect(right.body).toEqual((await again('wrong horse battery')).body);
  });

  test('passwords tried by registering count as those tried by signing in', async () => {
    const { email } = await register();
    const attempt = { email, password: 'wrong horse battery', is_agree_terms: '1', device_id: 'thief' };
    for (let time = 0; time < 10; time += 1)
      await rig.call('/signup', { ...attempt, 'g-recaptcha-response': randomUUID() });
    const answer = await rig.call('/signup', { ...attempt, password, 'g-recaptcha-response': randomUUID() });
    expect(answer.status).toBe(429);
  });

  test('two sign-ins at once with one code: one gets in', async () => {
    const client = await withTwoFactor();
    rig.clock.advance(30_000);
    const code = codeOf(client.key);
    const answers = await Promise.all([1, 2, 3, 4].map(() => signIn(client.email, password, { code })));
    expect(answers.filter((answer) => answer.body.success === 1)).toHaveLength(1);
  });

  test('five wrong codes block further ones, right ones too, for an hour', async () => {
    const client = await withTwoFactor();
    rig.clock.advance(30_000);
    for (let time = 0; time < 5; time += 1) await signIn(client.email, password, { code: '000000' });
    expect(codes(await signIn(client.email, password, { code: codeOf(client.key) }))).toEqual(['CODE_TOO_MANY code']);
    rig.clock.advance(60 * 60_000);
    expect((await signIn(client.email, password, { code: codeOf(client.key) })).body.success).toBe(1);
  });

  test('a recovery code works once, however it is typed', async () => {
    const client = await withTwoFactor();
    const [first = ''] = client.recoveryCodes;
    expect(client.recoveryCodes).toHaveLength(10);
    const typed = first.toLowerCase().replace('-', ' ');
    expect((await signIn(client.email, password, { code: typed })).body.success).toBe(1);
    expect(codes(await signIn(client.email, password, { code: first }))).toEqual(['TWO_FACTOR_WRONG code']);
  });

  test('C-61 a code switches it off, and its recovery codes with it', async () => {
    const client = await withTwoFactor();
    rig.clock.advance(30_000);
    const wrong = await rig.call('/client/two_factor/disable', { password, code: '000000' }, client.access);
    expect(wrong.body).toMatchObject({ success: 0, is_enabled: 1, error: 'TWO_FACTOR_WRONG' });
    const off = await rig.call('/client/two_factor/disable', { password, code: codeOf(client.key) }, client.access);
    expect(off.body).toMatchObject({ success: 1, is_enabled: 0 });
    expect((await signIn(client.email, password)).body.success).toBe(1);
    const [recovery = ''] = client.recoveryCodes;
    const again = await rig.call('/client/two_factor', {}, client.access);
    expect(again.body['is_enabled']).toBe(0);
    const left = await rig.db
      .selectFrom('recoveryCodes')
      .innerJoin('clients', 'clients.clientId', 'recoveryCodes.clientId')
      .select('recoveryCodes.codeHash')
      .where('email', '=', client.email)
      .execute();
    expect([recovery.length, left]).toEqual([11, []]);
  });

  test('the key is sealed in the database', async () => {
    const client = await withTwoFactor();
    const row = await rig.db
      .selectFrom('clients')
      .select('twoFactorSealedKey')
      .where('email', '=', client.email)
      .executeTakeFirstOrThrow();
    expect(row.twoFactorSealedKey).not.toBe('');
    expect(row.twoFactorSealedKey).not.toContain(client.key);
  });
});

describe('where a client is signed in', () => {
  const list = async (access: string) =>
    (await rig.call('/client/sessions', {}, access)).body['sessions'] as {
      id: string;
      device_name: string;
      is_current: number;
      ended_at: number;
      end_reason: string;
    }[];

  test('sessions are listed, and one of them is signed out from afar', async () => {
    const client = await register();
    const elsewhere = await signIn(client.email, password, { device_name: 'Firefox on Linux' });
    const sessions = await list(client.access);
    expect([sessions.length, sessions.filter((session) => session.is_current === 1).length]).toEqual([2, 1]);
    const there = sessions.find((session) => session.device_name === 'Firefox on Linux');
    expect((await rig.call('/client/sessions/end', { id: there?.id ?? '' }, client.access)).body.success).toBe(1);
    expect(await whoAmI(elsewhere.body.access)).toBe(401);
    expect((await rig.call('/refresh_access_token', { refresh: elsewhere.body.refresh })).status).toBe(401);
    const after = await list(client.access);
    expect(after.find((session) => session.id === there?.id)).toMatchObject({ end_reason: 'ended_elsewhere' });
  });

  test('another client’s session is not found', async () => {
    const [mine, theirs] = [await register(), await register()];
    const [session] = await list(theirs.access);
    expect((await rig.call('/client/sessions/end', { id: session?.id ?? '' }, mine.access)).status).toBe(404);
    expect(await whoAmI(theirs.access)).toBe(200);
  });

  test('all others at once', async () => {
    const client = await register();
    const others = [await signIn(client.email, password), await signIn(client.email, password)];
    await rig.call('/client/sessions/end', { is_others: '1' }, client.access);
    for (const { body } of others) expect(await whoAmI(body.access)).toBe(401);
    expect(await whoAmI(client.access)).toBe(200);
  });

  test('an unknown device is reported by e-mail, also one that does not say which it is; a known one is not', async () => {
    const client = await register();
    const confirmed = { emailConfirmedAt: rig.clock.now() };
    await rig.db.updateTable('clients').set(confirmed).where('email', '=', client.email).execute();
    const phone = { device_id: 'new-device', device_name: 'Phone', platform: 'ios' };
    for (const device of [phone, phone, { device_id: '' }]) {
      await signIn(client.email, password, device);
      await rig.deliver();
    }
    const subject = 'New sign-in to Causeway';
    expect(rig.sent.map((message) => message.subject)).toEqual([subject, subject]);
    expect(rig.sent.map(({ text }) => text.includes('Phone, ios'))).toEqual([true, false]);
    rig.sent.length = 0;
  });
});
