import { randomUUID } from 'node:crypto';
import { generateSync } from 'otplib';
import { afterAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp } from '../auth/fixtures/create-test-app.ts';
import { softwareAuthenticator, type Mistakes } from './fixtures/software-authenticator.ts';

const rig = await createTestApp();
afterAll(() => rig.close());
const origin = rig.context.config.PUBLIC_URL;
const password = 'correct horse battery';
let number = 0;

type Answer = Awaited<ReturnType<typeof rig.call>>;
const code = ({ body }: Answer) => body.errors?.[0]?.code;
const optionsOf = ({ body }: Answer) => z.string().min(1).parse(body['options']);

async function register() {
  number += 1;
  const email = `passkey${number}@example.com`;
  const fields = { email, password, is_agree_terms: '1', 'g-recaptcha-response': randomUUID() };
  return { email, access: (await rig.call('/signup', fields)).body.access };
}

const start = (access: string, fields = {}) => rig.call('/client/passkeys/start', { password, ...fields }, access);
const add = (access: string, credential: string, name = 'Phone') =>
  rig.call('/client/passkeys/add', { credential, name }, access);

/** A client with a passkey. */
async function registerWithPasskey(mistakes: Mistakes = {}) {
  const client = await register();
  const key = softwareAuthenticator(origin);
  const added = await add(client.access, key.create(optionsOf(await start(client.access)), mistakes));
  return { ...client, key, recoveryCodes: z.array(z.string()).parse(added.body['recovery_codes']) };
}
type Client = Awaited<ReturnType<typeof registerWithPasskey>>;

async function list({ access }: { access: string }) {
  const rows = z.array(z.object({ id: z.string(), name: z.string(), last_used_at: z.number() }));
  return rows.parse((await rig.call('/client/passkeys', {}, access)).body['passkeys']);
}
const signinOptions = async () => optionsOf(await rig.call('/signin/passkey', {}));
const signIn = (fields: Record<string, string>) =>
  rig.call('/signin', { 'g-recaptcha-response': randomUUID(), ...fields });
const signInBy = async ({ key }: Client, mistakes: Mistakes = {}) =>
  signIn({ passkey: key.sign(await signinOptions(), mistakes) });
async function confirm({ access, key }: Client): Promise<string> {
  const options = optionsOf(await rig.call('/client/passkeys/confirm/start', {}, access));
  return String((await rig.call('/client/passkeys/confirm', { passkey: key.sign(options) }, access)).body['code']);
}
async function messages(email: string) {
  await rig.deliver();
  return rig.sent.filter(({ to }) => to === email).map(({ subject }) => subject);
}

describe('C-61b, C-61c adding a passkey', () => {
  test('takes the password again, gives recovery codes once, and writes to the owner', async () => {
    const { email, access } = await register();
    expect(code(await start(access, { password: 'wrong horse battery' }))).toBe('PASSWORD_WRONG');
    const added = await add(access, softwareAuthenticator(origin).create(optionsOf(await start(access))));
    expect(added.body['recovery_codes']).toHaveLength(10);
    expect(await messages(email)).toContain('A passkey was added to your Causeway account');
    expect(code(await start(access))).toBe('TWO_FACTOR_REQUIRED');
    const [recovery = ''] = z.array(z.string()).parse(added.body['recovery_codes']);
    const next = await add(
      access,
      softwareAuthenticator(origin).create(optionsOf(await start(access, { code: recovery }))),
      'Key',
    );
    expect(next.body['recovery_codes']).toEqual([]);
    expect((await list({ access })).map(({ name }) => name).toSorted()).toEqual(['Key', 'Phone']);
  });

  test.each<[string, Mistakes]>([
    ['for a page of somebody else', { origin: 'https://evil.example' }],
    ['for another host', { relyingParty: 'evil.example' }],
    ['without looking who the owner is', { isUnverified: true }],
    ['in a frame of an unknown page', { topOrigin: 'https://evil.example' }],
  ])('not one that was made %s', async (_why, mistakes) => {
    const { access } = await register();
    const credential = softwareAuthenticator(origin).create(optionsOf(await start(access)), mistakes);
    expect(code(await add(access, credential))).toBe('PASSKEY_WRONG');
    expect(await list({ access })).toEqual([]);
  });

  test('a challenge works once, in its session, for its purpose, for five minutes', async () => {
    const owner = await register();
    const other = await register();
    const options = optionsOf(await start(owner.access));
    expect(code(await add(other.access, softwareAuthenticator(origin).create(options)))).toBe('PASSKEY_WRONG');
    expect(code(await add(owner.access, softwareAuthenticator(origin).create(options)))).toBe('PASSKEY_WRONG');
    const forSignin = softwareAuthenticator(origin).create(await signinOptions());
    expect(code(await add(owner.access, forSignin))).toBe('PASSKEY_WRONG');
    const late = optionsOf(await start(owner.access));
    rig.clock.advance(5 * 60_000);
    expect(code(await add(owner.access, softwareAuthenticator(origin).create(late)))).toBe('PASSKEY_WRONG');
  });
});

describe('C-07 signing in by passkey', () => {
  test('needs nothing else, and the same signature never works again', async () => {
    const client = await registerWithPasskey();
    const passkey = client.key.sign(await signinOptions());
    const { access } = (await signIn({ passkey })).body;
    expect((await rig.call('/onramp/client', {}, access)).text).toContain(client.email);
    expect((await list(client))[0]?.last_used_at).toBeGreaterThan(0);
    expect(code(await signIn({ passkey }))).toBe('PASSKEY_WRONG');
  });

  test.each<[string, Mistakes]>([
    ['signed for a page of somebody else', { origin: 'https://evil.example' }],
    ['signed for another host', { relyingParty: 'evil.example' }],
    ['did not look who the owner is', { isUnverified: true }],
    ['counts its uses backwards: a copy', { counter: 1 }],
    ['signed in a frame of an unknown page', { topOrigin: 'https://evil.example' }],
  ])('not by one that %s', async (_why, mistakes) => {
    const client = await registerWithPasskey();
    expect((await signInBy(client)).body.success).toBe(1);
    expect(code(await signInBy(client, mistakes))).toBe('PASSKEY_WRONG');
  });

  test('in a frame of a partner it is, and there one is made too', async () => {
    const partner = { partnerKey: 'pk_test_frames', name: 'Frames', allowedOrigins: ['https://shop.example'] };
    await rig.db
      .insertInto('partners')
      .values({ ...partner, createdAt: rig.clock.now() })
      .execute();
    const client = await registerWithPasskey({ topOrigin: 'https://shop.example' });
    expect((await signInBy(client, { topOrigin: 'https://shop.example' })).body.success).toBe(1);
  });

  test('not with a challenge of another purpose, nor by an unknown key', async () => {
    const client = await registerWithPasskey();
    const options = optionsOf(await rig.call('/client/passkeys/confirm/start', {}, client.access));
    expect(code(await signIn({ passkey: client.key.sign(options) }))).toBe('PASSKEY_WRONG');
    expect(code(await signIn({ passkey: softwareAuthenticator(origin).sign(await signinOptions()) }))).toBe(
      'PASSKEY_WRONG',
    );
  });
});

describe('a passkey as the second factor', () => {
  test('the password alone is not enough any more; with the passkey, or a recovery code, it is', async () => {
    const { email, key, recoveryCodes } = await registerWithPasskey();
    const other = await registerWithPasskey();
    const account = { email, password };
    const asked = await signIn(account);
    expect(code(asked)).toBe('TWO_FACTOR_REQUIRED');
    // The text fits this client's factors: there is no authenticator app.
    expect(asked.body.errors[0]?.text).toBe('Use your passkey, or enter one of your recovery codes.');
    expect(code(await signIn({ ...account, passkey: other.key.sign(await signinOptions()) }))).toBe('TWO_FACTOR_WRONG');
    expect(code(await signIn({ email, password: 'wrong', passkey: key.sign(await signinOptions()) }))).toBe(
      'WRONG_CREDENTIALS',
    );
    expect((await signIn({ ...account, passkey: key.sign(await signinOptions()) })).body.success).toBe(1);
    expect((await signIn({ ...account, code: recoveryCodes[3] ?? '' })).body.success).toBe(1);
  });

  test('C-61g it gives a code that passes once, for its owner, within two minutes', async () => {
    const client = await registerWithPasskey();
    const other = await registerWithPasskey();
    const shown = await confirm(client);
    expect(code(await start(other.access, { code: shown }))).toBe('TWO_FACTOR_WRONG');
    expect((await start(client.access, { code: shown })).body.success).toBe(1);
    expect(code(await start(client.access, { code: shown }))).toBe('TWO_FACTOR_WRONG');
    const late = await confirm(client);
    rig.clock.advance(2 * 60_000);
    expect(code(await start(client.access, { code: late }))).toBe('TWO_FACTOR_WRONG');
  });
});

describe('C-61d, C-61e renaming and removing', () => {
  const remove = (access: string, id: string, fields = {}) =>
    rig.call('/client/passkeys/remove', { id, password, ...fields }, access);
  const idOf = async (client: Client) => (await list(client))[0]?.id ?? '';

  test('only by its owner', async () => {
    const client = await registerWithPasskey();
    const other = await registerWithPasskey();
    const id = await idOf(client);
    expect((await rig.call('/client/passkeys/rename', { id, name: 'Mine' }, other.access)).status).toBe(404);
    expect((await remove(other.access, id, { code: await confirm(other) })).status).toBe(404);
    expect((await rig.call('/client/passkeys/rename', { id, name: 'Laptop' }, client.access)).body.success).toBe(1);
    expect((await list(client))[0]?.name).toBe('Laptop');
  });

  test('the last second factor is removed with password and code only, and its owner is notified', async () => {
    const client = await registerWithPasskey();
    const id = await idOf(client);
    expect(code(await remove(client.access, id, { password: 'wrong' }))).toBe('PASSWORD_WRONG');
    expect(code(await remove(client.access, id))).toBe('TWO_FACTOR_REQUIRED');
    expect((await remove(client.access, id, { code: await confirm(client) })).body.success).toBe(1);
    expect(code(await signInBy(client))).toBe('PASSKEY_WRONG');
    expect((await signIn({ email: client.email, password })).body.success).toBe(1);
    expect(await messages(client.email)).toEqual(
      expect.arrayContaining(['A passkey was removed from your Causeway account', 'Two-factor sign-in is off']),
    );
  });

  test('A-112 an authenticator that goes before it leaves two-factor on and the recovery codes good', async () => {
    const client = await registerWithPasskey();
    const secret = String((await rig.call('/client/two_factor', {}, client.access)).body['key']);
    const epoch = Math.floor(rig.clock.now().getTime() / 1000);
    const on = { key: secret, code: generateSync({ secret, epoch }), password, proof_code: await confirm(client) };
    const { body } = await rig.call('/client/two_factor/enable', on, client.access);
    const asked = await signIn({ email: client.email, password });
    expect(asked.body.errors[0]?.text).toMatch(/authenticator app .* passkey/);
    const off = await rig.call('/client/two_factor/disable', { password, code: await confirm(client) }, client.access);
    expect(off.body.success).toBe(1);
    expect(code(await signIn({ email: client.email, password }))).toBe('TWO_FACTOR_REQUIRED');
    const [recovery = ''] = z.array(z.string()).parse(body['recovery_codes']);
    expect((await signIn({ email: client.email, password, code: recovery })).body.success).toBe(1);
    expect(await messages(client.email)).toContain('Your authenticator app was removed');
  });
});
