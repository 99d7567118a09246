import { createHmac, randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, describe, expect, test } from 'vitest';
import { deriveKey } from '../../secrets/derive-key.ts';
import { createTestApp } from './fixtures/create-test-app.ts';
import { forgetSpent } from './forget-spent.ts';
import { refreshAccess } from './refresh-access.ts';
import { hashToken } from './tokens.ts';

const rig = await createTestApp();
afterAll(() => rig.close());

let number = 0;
const password = 'correct horse battery';

async function register() {
  number += 1;
  const email = `person${number}@example.com`;
  const fields = { email, password, is_agree_terms: '1', 'g-recaptcha-response': `token-${randomUUID()}` };
  const answer = await rig.call('/signup', { ...fields, tfp: 'traits' });
  expect(answer.body).toMatchObject({ success: 1, errors: [] });
  return { email, access: answer.body.access, refresh: answer.body.refresh };
}

const whoAmI = async (access: string) => (await rig.call('/onramp/client', {}, access)).status;
const refresh = (token: string, tfp?: string) =>
  rig.call('/refresh_access_token', { refresh: token, ...(tfp === undefined ? {} : { tfp }) });

describe('4.11 access tokens', () => {
  test('A-068 a missing or old token is 403, a refresh token used as access is 405, an ended session is 401', async () => {
    const client = await register();
    expect((await rig.call('/send_email_confirmation_link', {})).status).toBe(403);
    expect(await whoAmI('rubbish')).toBe(403);
    expect(await whoAmI(client.refresh)).toBe(405);
    expect(await whoAmI(client.access)).toBe(200);
    rig.clock.advance(10 * 60_000 + 6_000);
    expect(await whoAmI(client.access)).toBe(403);
    const fresh = await refresh(client.refresh);
    expect(await whoAmI(fresh.body.access)).toBe(200);
    await rig.call('/logout', { refresh: fresh.body.refresh });
    expect(await whoAmI(fresh.body.access)).toBe(401);
  });

  test('C-10, 7-52 logging out ends the session at once, also for its refresh token, and can be repeated', async () => {
    const client = await register();
    expect((await rig.call('/logout', {}, client.access)).body).toEqual({ success: 1 });
    expect((await rig.call('/logout', {}, client.access)).body).toEqual({ success: 1 });
    expect(await whoAmI(client.access)).toBe(401);
    expect((await refresh(client.refresh)).status).toBe(401);
  });

  test('logging out one device leaves the other one', async () => {
    const first = await register();
    const second = await rig.call('/signin', { email: first.email, password, 'g-recaptcha-response': randomUUID() });
    await rig.call('/logout', {}, first.access);
    expect(await whoAmI(second.body.access)).toBe(200);
  });

  test('a token that was tampered with, signed otherwise or made for something else is refused', async () => {
    const { access } = await register();
    const [head = '', body = '', signature = ''] = access.split('.');
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>;
    const write = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const longer = write({ ...claims, exp: Number(claims['exp']) + 3600 });
    const none = `${write({ alg: 'none', typ: 'at+jwt' })}.${body}.`;
    const secret = rig.context.config.ACCESS_TOKEN_SECRET;
    const rawSecret = createHmac('sha256', secret).update(`${head}.${body}`).digest('base64url');
    const key = deriveKey(rig.context.config, 'access tokens');
    const sign = (header: { alg: string; typ: string }, audience: string) =>
      new SignJWT(claims).setProtectedHeader(header).setAudience(audience).sign(key);
    expect(await whoAmI(`${head}.${longer}.${signature}`)).toBe(403);
    expect(await whoAmI(none)).toBe(403);
    expect(await whoAmI(`${head}.${body}.${rawSecret}`)).toBe(403);
    expect(await whoAmI(await sign({ alg: 'HS384', typ: 'at+jwt' }, 'causeway'))).toBe(403);
    expect(await whoAmI(await sign({ alg: 'HS256', typ: 'email+jwt' }, 'causeway'))).toBe(405);
    expect(await whoAmI(await sign({ alg: 'HS256', typ: 'at+jwt' }, 'other'))).toBe(405);
    expect(await whoAmI(await sign({ alg: 'HS256', typ: 'at+jwt' }, 'causeway'))).toBe(200);
  });

  test('a clock set back does not make a token live longer', async () => {
    const { access } = await register();
    rig.clock.advance(-2 * 3_600_000);
    expect(await whoAmI(access)).toBe(403);
    rig.clock.advance(2 * 3_600_000);
  });
});

describe('C-11, 7-53, 7-54 refresh', () => {
  test('gives a new pair; the chain goes on', async () => {
    let { refresh: token } = await register();
    for (let round = 0; round < 5; round += 1) {
      rig.clock.advance(60_000);
      const answer = await refresh(token, 'traits');
      expect(answer.status).toBe(200);
      expect(answer.body.refresh).not.toBe(token);
      token = answer.body.refresh;
      expect(await whoAmI(answer.body.access)).toBe(200);
    }
  });

  test('ASVS V7.3.2 a session that is used every day ends ninety days after the sign-in, its access with it', async () => {
    const client = await register();
    let pair = { access: client.access, refresh: client.refresh };
    for (let day = 25; day <= 75; day += 25) {
      rig.clock.advance(25 * 24 * 3_600_000);
      pair = (await refresh(pair.refresh, 'traits')).body;
    }
    rig.clock.advance(15 * 24 * 3_600_000 - 60_000);
    pair = (await refresh(pair.refresh, 'traits')).body;
    expect(await whoAmI(pair.access)).toBe(200);
    rig.clock.advance(60_000);
    // Its ten minutes have not ended, but the session has.
    expect(await whoAmI(pair.access)).toBe(401);
    expect((await refresh(pair.refresh, 'traits')).status).toBe(401);
    const again = await rig.call('/signin', { email: client.email, password, 'g-recaptcha-response': randomUUID() });
    expect(await whoAmI(again.body.access)).toBe(200);
  });

  test('twenty uses at once give one successor', async () => {
    const client = await register();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(client.refresh, 'traits')));
    expect(answers.map((answer) => answer.status)).toEqual(Array.from({ length: 20 }, () => 200));
    expect(new Set(answers.map((answer) => answer.body.refresh)).size).toBe(1);
    const successor = answers[0]?.body.refresh ?? '';
    expect((await refresh(successor, 'traits')).status).toBe(200);
  });

  test('the same token within ten seconds gets the same successor, later it ends the session', async () => {
    const client = await register();
    const first = await refresh(client.refresh, 'traits');
    rig.clock.advance(9_000);
    const again = await refresh(client.refresh, 'traits');
    expect(again.body.refresh).toBe(first.body.refresh);
    rig.clock.advance(2_000);
    expect((await refresh(client.refresh, 'traits')).status).toBe(401);
    expect(await whoAmI(first.body.access)).toBe(401);
    expect((await refresh(first.body.refresh, 'traits')).status).toBe(401);
  });

  test('another device with the same token ends the session, even at once', async () => {
    const client = await register();
    const first = await refresh(client.refresh, 'traits');
    expect((await refresh(client.refresh, 'other traits')).status).toBe(401);
    expect(await whoAmI(first.body.access)).toBe(401);
  });

  test('a token whose successor was used ends the session', async () => {
    const client = await register();
    const first = await refresh(client.refresh, 'traits');
    await refresh(first.body.refresh, 'traits');
    expect((await refresh(client.refresh, 'traits')).status).toBe(401);
    expect(await whoAmI(first.body.access)).toBe(401);
  });

  test('reuse on one device leaves the other devices of the client alone', async () => {
    const first = await register();
    const second = await rig.call('/signin', { email: first.email, password, 'g-recaptcha-response': randomUUID() });
    await refresh(first.refresh, 'traits');
    rig.clock.advance(60_000);
    expect((await refresh(first.refresh, 'traits')).status).toBe(401);
    expect(await whoAmI(second.body.access)).toBe(200);
  });

  test('a session slides for 30 days and ends when it is not used that long', async () => {
    const client = await register();
    rig.clock.advance(29 * 24 * 3_600_000);
    const first = await refresh(client.refresh);
    rig.clock.advance(29 * 24 * 3_600_000);
    const second = await refresh(first.body.refresh);
    expect(second.status).toBe(200);
    rig.clock.advance(30 * 24 * 3_600_000);
    expect((await refresh(second.body.refresh)).status).toBe(401);
  });

  test.each(['', 'x', 'cwr_', `cwr_${'A'.repeat(43)}`, "cwr_' or 1=1 --"])('%j is not a token', async (token) => {
    expect([400, 401]).toContain((await refresh(token)).status);
  });

  test('A-068 an access token is of the wrong kind here', async () => {
    const client = await register();
    await expect(refreshAccess(rig.context, { refresh: client.access })).rejects.toThrow('ACCESS_WRONG_KIND');
  });

  test('no token is stored in clear', async () => {
    const client = await register();
    await refresh(client.refresh, 'traits');
    const rows = await rig.db.selectFrom('refreshTokens').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(client.refresh.slice(4));
  });
});

test('what is over is forgotten, what still works is kept', async () => {
  const old = await register();
  rig.clock.advance(40 * 24 * 3_600_000);
  const young = await register();
  await forgetSpent(rig.context);
  const tokens = await rig.db.selectFrom('refreshTokens').select('tokenHash').execute();
  expect(tokens.some((row) => row.tokenHash.equals(hashToken(old.refresh)))).toBe(false);
  expect(await rig.db.selectFrom('usedCaptchas').selectAll().execute()).toHaveLength(1);
  expect(await rig.db.selectFrom('confirmationCodes').selectAll().execute()).toHaveLength(1);
  expect((await refresh(young.refresh)).status).toBe(200);
});
