import { runSql } from '@causeway/testing/run-sql';
import { generateSync } from 'otplib';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { anyAddress, captcha, codeOf, password, post, register, stack, whoAmI } from './attacker.ts';

const refresh = (token: string, tfp: string, from?: string) =>
  post('/refresh_access_token', { refresh: token, tfp }, from === undefined ? {} : { from });

describe('4.11 a stolen refresh token', () => {
  test('used by the thief in the same moment: one successor, and only for the device that was first', async () => {
    const owner = await register();
    const tries = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        refresh(owner.refresh, index % 2 === 0 ? 'owner' : 'thief', index % 3 === 0 ? anyAddress() : undefined),
      ),
    );
    const pairs = new Set(tries.filter(({ status }) => status === 200).map(({ body }) => body.refresh));
    expect(pairs.size).toBeLessThanOrEqual(1);
    expect(tries.some(({ status }) => status === 401)).toBe(true);
    // The second refresh of a pair with other traits counts as theft: both sessions end.
    for (const pair of pairs) expect((await refresh(pair, 'owner')).status).toBe(401);
    for (const { status, body } of tries) if (status === 200) expect(await whoAmI(body.access)).toBe(401);
  });

  test('the same device may repeat within ten seconds, on either server', async () => {
    const owner = await register();
    const first = await refresh(owner.refresh, 'owner');
    const again = await refresh(owner.refresh, 'owner', anyAddress());
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.body.refresh).toBe(first.body.refresh);
    expect((await refresh(first.body.refresh, 'owner')).status).toBe(200);
  });

  test('used late, by the same device too, it ends the family on both servers', async () => {
    const owner = await register();
    const first = await refresh(owner.refresh, 'owner');
    await runSql(
      stack.database,
      "update refresh_tokens set used_at = used_at - interval '10100 milliseconds' where used_at is not null",
    );
    expect((await refresh(owner.refresh, 'owner')).status).toBe(401);
    expect((await refresh(first.body.refresh, 'owner', anyAddress())).status).toBe(401);
    expect(await whoAmI(first.body.access)).toBe(401);
    expect(await whoAmI(first.body.access, stack.behindProxy)).toBe(401);
  });

  test('whose successor was used it is worthless, however soon', async () => {
    const owner = await register();
    const first = await refresh(owner.refresh, 'owner');
    await refresh(first.body.refresh, 'owner');
    expect((await refresh(owner.refresh, 'owner')).status).toBe(401);
    expect(await whoAmI(first.body.access)).toBe(401);
  });
});

describe('7-52 after sign-out', () => {
  test('the access token is over at once on the other server, and the refresh token with it', async () => {
    const owner = await register();
    expect(await whoAmI(owner.access, stack.behindProxy)).toBe(200);
    await post('/logout', { refresh: owner.refresh }, { access: owner.access });
    expect(await whoAmI(owner.access, stack.behindProxy)).toBe(401);
    expect(await whoAmI(owner.access)).toBe(401);
    expect((await refresh(owner.refresh, 'owner', anyAddress())).status).toBe(401);
  });

  test('requests that were under way give the thief nothing that lasts', async () => {
    const owner = await register();
    const racing = Promise.all(Array.from({ length: 6 }, () => refresh(owner.refresh, 'owner', anyAddress())));
    await post('/logout', { refresh: owner.refresh }, { access: owner.access });
    for (const { status, body } of await racing) if (status === 200) expect(await whoAmI(body.access)).toBe(401);
  });

  test('tokens that were made up, cut or signed otherwise open nothing', async () => {
    const { access } = await register();
    const [head = '', body = '', signature = ''] = access.split('.');
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const none = encode({ alg: 'none', typ: 'at+jwt' });
    const claims = z.looseObject({}).parse(JSON.parse(Buffer.from(body, 'base64url').toString()));
    const later = encode({ ...claims, exp: 4_102_444_800 });
    const forged = [
      `${none}.${body}.`,
      `${none}.${body}.${signature}`,
      `${head}.${later}.${signature}`,
      `${head}.${body}`,
      `${head}.${body}.${signature.slice(0, -2)}`,
      'null',
      '0'.repeat(4000),
    ];
    for (const token of forged) expect(await whoAmI(token), token.slice(0, 40)).toBe(403);
  });
});

describe('A-071 a biometric token in other hands', () => {
  const device = { device_id: 'own-device' };
  const sign = async (token: string, more: Readonly<Record<string, string>> = device) =>
    post('/signin', { biometric_token: token, ...more, ...(await captcha('signin')) }, { from: anyAddress() });
  const tokenOf = async (access: string) => {
    const { text } = await post('/client/biometric_token', { password, ...device }, { access });
    return z.looseObject({ biometric_token: z.string().min(20) }).parse(JSON.parse(text)).biometric_token;
  };

  test('on another device, or on none, it opens nothing', async () => {
    const owner = await register();
    const token = await tokenOf(owner.access);
    expect(codeOf(await sign(token, { device_id: 'thief' }))).toBe('BIOMETRIC_OVER');
    expect(codeOf(await sign(token, {}))).toBe('REQUIRED');
    expect(codeOf(await sign(token))).toBe('success');
    expect(codeOf(await sign(token))).toBe('BIOMETRIC_OVER');
  });

  test('it ends with a sign-out that makes the device forget it, and with its time', async () => {
    const owner = await register();
    const token = await tokenOf(owner.access);
    await post('/logout', { refresh: owner.refresh, ...device, is_forget_biometric: '1' }, { access: owner.access });
    expect(codeOf(await sign(token))).toBe('BIOMETRIC_OVER');
    const other = await register();
    const old = await tokenOf(other.access);
    await runSql(stack.database, "update biometric_tokens set expires_at = now() - interval '1 second'");
    expect(codeOf(await sign(old))).toBe('BIOMETRIC_OVER');
  });

  test('with two-factor on it asks for the code all the same', async () => {
    const owner = await register();
    const token = await tokenOf(owner.access);
    const { text } = await post('/client/two_factor', {}, { access: owner.access });
    const { key } = z.looseObject({ key: z.string() }).parse(JSON.parse(text));
    await post(
      '/client/two_factor/enable',
      { password, key, code: generateSync({ secret: key }) },
      { access: owner.access },
    );
    const answer = await sign(token);
    expect([codeOf(answer), answer.body.access]).toEqual(['TWO_FACTOR_REQUIRED', '']);
    expect(codeOf(await sign(token, { ...device, code: '000000' }))).toBe('TWO_FACTOR_WRONG');
  });
});

test('A-062 the password alone opens nothing where two-factor is on, by any call', async () => {
  const owner = await register();
  const { text } = await post('/client/two_factor', {}, { access: owner.access });
  const { key } = z.looseObject({ key: z.string() }).parse(JSON.parse(text));
  await post(
    '/client/two_factor/enable',
    { password, key, code: generateSync({ secret: key }) },
    { access: owner.access },
  );
  const form = { email: owner.email, password, is_agree_terms: '1', device_id: 'thief' };
  for (const path of ['/signin', '/signup']) {
    const answer = await post(path, { ...form, ...(await captcha(path.slice(1))) }, { from: anyAddress() });
    expect([answer.body.success, answer.body.access, answer.body.refresh]).toEqual([0, '', '']);
  }
});
