import { createServer } from 'node:http';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type JWTPayload } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { createIdTokenReader } from '../../providers/oidc/jose-reader.ts';
import { openReferralCode } from '../referrals/referral-code.ts';
import { createTestApp } from '../auth/fixtures/create-test-app.ts';

const own = await generateKeyPair('RS256');
const foreign = await generateKeyPair('RS256');
let isDown = false;
const provider = createServer((request, response) => {
  if (isDown) return void response.writeHead(500).end();
  const described = { issuer, jwks_uri: `${issuer}/jwks` };
  void exportJWK(own.publicKey).then((key) =>
    response.end(
      JSON.stringify(request.url === '/jwks' ? { keys: [{ ...key, kid: 'one', alg: 'RS256' }] } : described),
    ),
  );
}).listen(0, '127.0.0.1');
await once(provider, 'listening');
const address = provider.address();
const issuer = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`;

const rig = await createTestApp();
rig.context.providers.idTokens = createIdTokenReader({ OIDC_PROVIDERS: `google=our-app@${issuer}` }, rig.clock);
afterAll(async () => {
  provider.close();
  await rig.close();
});

const now = () => Math.floor(rig.clock.now().getTime() / 1000);
const nonce = async () => String((await rig.call('/signin/oauth', {})).body['nonce']);
let number = 0;

/** Claims of a new person. */
function person() {
  number += 1;
  return { sub: `person-${number}`, email: `social${number}@example.com`, email_verified: true };
}
const claimsOf = async (claims: JWTPayload): Promise<JWTPayload> => ({
  iss: issuer,
  aud: 'our-app',
  iat: now(),
  exp: now() + 300,
  nonce: await nonce(),
  ...claims,
});
async function tokenOf(claims: JWTPayload, key = own.privateKey): Promise<string> {
  return new SignJWT(await claimsOf(claims)).setProtectedHeader({ alg: 'RS256', kid: 'one' }).sign(key);
}
const signIn = (token: string, fields: Record<string, string> = {}) =>
  rig.call('/signin', {
    oauth_provider: 'google',
    oauth_token: token,
    'g-recaptcha-response': randomUUID(),
    ...fields,
  });
const code = ({ body }: Awaited<ReturnType<typeof signIn>>) => body.errors[0]?.code;
const agreed = { is_agree_terms: '1' };

const password = 'correct horse battery';
async function register(email: string) {
  const fields = { email, password, is_agree_terms: '1', 'g-recaptcha-response': randomUUID() };
  return (await rig.call('/signup', fields)).body.access;
}

describe('A-125 C-07 signing in with an external provider', () => {
  test('a new person gets an account with a confirmed address, having agreed to the terms; a token works once', async () => {
    const someone = person();
    const token = await tokenOf(someone);
    expect(code(await signIn(token))).toBe('TERMS_REQUIRED');
    const { access } = (await signIn(token, agreed)).body;
    const client = (await rig.call('/onramp/client', {}, access)).text;
    expect(client).toContain(someone.email);
    expect(client).toContain('email_phone');
    expect(code(await signIn(token, agreed))).toBe('OAUTH_WRONG');
    expect((await signIn(await tokenOf({ ...someone, email: 'moved@example.com' }))).body.success).toBe(1);
  });

  test('3-52 the link that brought a new person counts, for a new account alone', async () => {
    const earner = person();
    await signIn(await tokenOf(earner), agreed);
    const { db } = rig.context;
    const { clientId } = await db
      .selectFrom('clients')
      .select('clientId')
      .where('email', '=', earner.email)
      .executeTakeFirstOrThrow();
    const link = await openReferralCode(rig.context, clientId);
    const brought = person();
    await signIn(await tokenOf(brought), { ...agreed, referrer_id: link });
    const { email, ...again } = person();
    await signIn(await tokenOf({ ...again, email }), agreed);
    await signIn(await tokenOf({ ...again, email }), { referrer_id: link });
    const made = await signIn(await tokenOf(person()), { ...agreed, referrer_id: "' or 1=1" });
    expect(made.body.success).toBe(1);
    const rows = await db
      .selectFrom('referrals')
      .innerJoin('clients', 'clients.clientId', 'referrals.clientId')
      .select('email')
      .execute();
    expect(rows).toEqual([{ email: brought.email }]);
  });

  test.each<[string, () => Promise<string>]>([
    ['for another app', () => tokenOf({ ...person(), aud: 'their-app' })],
    ['of another issuer', () => tokenOf({ ...person(), iss: 'https://accounts.example' })],
    ['that is over', () => tokenOf({ ...person(), exp: now() - 31 })],
    ['that was made long ago', () => tokenOf({ ...person(), iat: now() - 700 })],
    ['with an unknown nonce', () => tokenOf({ ...person(), nonce: 'made-up' })],
    ['without a number', () => tokenOf({ ...person(), nonce: undefined })],
    ['without a subject', () => tokenOf({ ...person(), sub: undefined })],
    ['signed by somebody else', () => tokenOf(person(), foreign.privateKey)],
    ['without a signature', async () => new UnsecuredJWT(await claimsOf(person())).encode()],
    [
      'signed with the public key as a secret',
      async () =>
        new SignJWT(await claimsOf(person()))
          .setProtectedHeader({ alg: 'HS256', kid: 'one' })
          .sign(new TextEncoder().encode(JSON.stringify(await exportJWK(own.publicKey)))),
    ],
    ['that is none', async () => 'not-a-token'],
  ])('not with a token %s', async (_why, make) => {
    expect(code(await signIn(await make(), agreed))).toBe('OAUTH_WRONG');
  });

  test('not by a provider that is not configured', async () => {
    expect(code(await signIn(await tokenOf(person()), { ...agreed, oauth_provider: 'other' }))).toBe('OAUTH_WRONG');
  });

  test.each([false, undefined, 'false'])(
    'not where the provider has not verified the address (%s)',
    async (verified) => {
      const token = await tokenOf({ ...person(), email_verified: verified });
      expect(code(await signIn(token, agreed))).toBe('OAUTH_EMAIL');
    },
  );

  test('an account with a password is joined with that password only, once, and its owner is notified', async () => {
    const someone = person();
    await register(someone.email);
    const token = await tokenOf(someone);
    expect(code(await signIn(token, agreed))).toBe('OAUTH_PASSWORD');
    expect(code(await signIn(token, { password: 'wrong horse battery' }))).toBe('PASSWORD_WRONG');
    expect((await signIn(token, { password })).body.success).toBe(1);
    expect((await signIn(await tokenOf(someone))).body.success).toBe(1);
    await rig.deliver();
    const subjects = rig.sent.filter(({ to }) => to === someone.email).map(({ subject }) => subject);
    expect(subjects).toContain('A new way to log in to Causeway');
  });

  test('wrong passwords count as they do without a token', async () => {
    const someone = person();
    await register(someone.email);
    const tries = Array.from({ length: 10 }, async () =>
      signIn(await tokenOf(someone), { password: 'wrong horse battery' }),
    );
    await Promise.all(tries);
    expect((await signIn(await tokenOf(someone), { password })).status).toBe(429);
  });

  test('with two-factor on its code is required all the same', async () => {
    const someone = person();
    await signIn(await tokenOf(someone), agreed);
    await rig.db.updateTable('clients').set({ hasPasskeys: true }).where('email', '=', someone.email).execute();
    expect(code(await signIn(await tokenOf(someone)))).toBe('TWO_FACTOR_REQUIRED');
  });

  test('no sign-in succeeds while the keys of the provider are unavailable; afterwards it does', async () => {
    rig.context.providers.idTokens = createIdTokenReader({ OIDC_PROVIDERS: `google=our-app@${issuer}` }, rig.clock);
    const token = await tokenOf(person());
    isDown = true;
    expect(code(await signIn(token, agreed))).toBe('OAUTH_WRONG');
    isDown = false;
    expect((await signIn(token, agreed)).body.success).toBe(1);
  });
});

describe('what is ended takes along all that was derived from it: a login that is removed', () => {
  const password = 'correct horse battery';
  const isOpen = async (access: string) => (await rig.call('/client/sessions', {}, access)).status === 200;
  const remove = async (access: string) => {
    const listed = (await rig.call('/client/sessions', {}, access)).body['credentials'];
    const id = String(Array.isArray(listed) ? listed.find(({ kind }) => kind === 'login')?.id : '');
    expect((await rig.call('/client/sessions/end', { credential_id: id }, access)).body.success).toBe(1);
  };

  test('the sessions that it opened, with its first one and by their biometric token', async () => {
    const thief = person();
    const fields = { email: thief.email, password, is_agree_terms: '1', 'g-recaptcha-response': randomUUID() };
    const owner = (await rig.call('/signup', fields)).body.access;
    const joined = (await signIn(await tokenOf(thief), { password })).body.access;
    const known = (await signIn(await tokenOf(thief))).body.access;
    const device_id = 'stolen';
    const issued = await rig.call('/client/biometric_token', { device_id, password }, known);
    const biometric_token = String(issued.body['biometric_token']);
    const byDevice = { biometric_token, device_id, 'g-recaptcha-response': randomUUID() };
    const again = (await rig.call('/signin', byDevice)).body.access;
    const opened = [joined, known, again, owner];
    expect(await Promise.all(opened.map(isOpen))).toEqual([true, true, true, true]);
    await remove(owner);
    expect(await Promise.all(opened.map(isOpen))).toEqual([false, false, false, true]);
  });

  test('but for the session that removes it, and with a new password it is still known', async () => {
    const own = person();
    const fields = { email: own.email, password, is_agree_terms: '1', 'g-recaptcha-response': randomUUID() };
    await rig.call('/signup', fields);
    const first = (await signIn(await tokenOf(own), { password })).body.access;
    const other = 'another horse battery';
    const changed = { old_password: password, new_password: other, new_password_repeat: other };
    const after = (await rig.call('/client/change_password', changed, first)).body.access;
    const second = (await signIn(await tokenOf(own))).body.access;
    await remove(second);
    expect(await Promise.all([first, after, second].map(isOpen))).toEqual([false, false, true]);
  });
});
