import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { generateSync } from 'otplib';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp } from '../modules/auth/fixtures/create-test-app.ts';
import { securityEvents } from './security-events.ts';

const rig = await createTestApp();
afterAll(() => rig.close());
beforeEach(() => void (rig.lines.length = 0));

const password = 'correct horse battery';
const email = 'ada.lovelace@analytical.example';
const device = { device_id: 'phone-1', device_name: 'A phone' };
const line = z.looseObject({ msg: z.string(), event: z.string().optional(), time: z.iso.datetime() });
const events = () => rig.lines.map((text) => line.parse(JSON.parse(text))).filter(({ msg }) => msg === 'security');
const names = () => events().map(({ event }) => event);
const send = (path: string, fields: Record<string, string>, access?: string) =>
  rig.call(path, { 'g-recaptcha-response': randomUUID(), ...fields }, access);
const signIn = (fields: Record<string, string> = {}) => send('/signin', { email, password, ...device, ...fields });

describe('ASVS V16.3.1 authentication is written down', () => {
  test('registering, signing in and out, what was wrong and how it was tried; never who in clear, never a secret', async () => {
    const up = (await send('/signup', { email, password, is_agree_terms: '1', ...device })).body;
    const client = z.object({ sub: z.string(), sid: z.string() });
    const { sub, sid } = client.parse(JSON.parse(Buffer.from(up.access.split('.')[1] ?? '', 'base64url').toString()));
    await signIn({ password: 'wrong horse battery' });
    await send('/signin', { email: 'nobody@example.com', password });
    await send('/password/recovery', { email });
    await send('/client/biometric_token', { password, ...device }, up.access);
    const key = String((await rig.call('/client/two_factor', {}, up.access)).body['key']);
    const code = generateSync({ secret: key, epoch: Math.floor(rig.clock.now().getTime() / 1000) });
    await rig.call('/client/two_factor/enable', { password, key, code }, up.access);
    await signIn({ code: '000000' });
    await send('/logout', {}, up.access);
    const seen = events();
    expect(seen.map(({ event, way, code: why }) => [event, way, why].filter(Boolean).join(' '))).toEqual([
      'signed_in registering',
      'signin_refused password WRONG_CREDENTIALS',
      'signin_refused password WRONG_CREDENTIALS',
      'recovery_asked',
      'account_changed',
      'biometric_issued',
      'account_changed',
      'second_factor_refused wrong',
      'signin_refused password TWO_FACTOR_WRONG',
      'signed_out',
    ]);
    expect(seen[0]).toMatchObject({ clientId: sub, sessionId: sid });
    // Attempts on one e-mail address can be joined, and distinguished from those on another.
    const [, first, other, asked] = seen.map(({ account }) => account);
    expect(asked).toBe(first);
    expect(other).not.toBe(first);
    const text = rig.lines.join('');
    for (const secret of [
      email,
      'lovelace',
      'nobody',
      password,
      'wrong horse',
      up.access,
      up.refresh,
      key,
      code,
      '127.0.0.1',
    ])
      expect(text, secret).not.toContain(secret);
  });

  test('a refresh token that comes twice, sessions that are ended elsewhere', async () => {
    const fields = { email: 'twice@example.com', password, is_agree_terms: '1' };
    const { access, refresh } = (await send('/signup', fields)).body;
    await send('/signin', fields);
    await rig.call('/client/sessions/end', { is_others: '1' }, access);
    await rig.call('/refresh_access_token', { refresh });
    rig.clock.advance(11_000);
    await rig.call('/refresh_access_token', { refresh });
    // The second one is by a device without a name, of which the owner is notified.
    expect(names()).toEqual([
      'signed_in',
      'account_changed',
      'signed_in',
      'sessions_ended',
      'refresh_reused',
      'call_refused',
    ]);
    expect(events()[3]).toMatchObject({ count: 1, reason: 'by the client' });
  });
});

describe('ASVS V16.3.2, V16.3.3 what was refused is written down', () => {
  test.each([
    ['a call without access', '/client/sessions', {}, undefined, 'call_refused', 'ACCESS_EXPIRED'],
    [
      'one with a token of the wrong kind',
      '/client/sessions',
      {},
      `cwr_${'x'.repeat(43)}`,
      'call_refused',
      'ACCESS_WRONG_KIND',
    ],
    ['what no page of ours sends', '/signin', { email: 'no address' }, undefined, 'input_refused', 'FIELD_INVALID'],
    [
      'a link that was never sent',
      '/password/reset',
      { token: 'x', new_password: password, new_password_repeat: password },
      undefined,
      'secret_refused',
      'RECOVERY_LINK_OVER',
    ],
  ])('%s', async (_what, path, fields, access, event, code) => {
    await send(path, fields, access);
    expect(events()).toMatchObject([{ event, code }]);
    expect(events()[0]).toMatchObject({
      requestId: expect.any(String),
      from: expect.any(String),
      call: expect.any(String),
    });
  });

  test('an unreachable captcha provider', async () => {
    rig.captcha.answer = async () => false;
    await send('/password/recovery', { email });
    rig.captcha.answer = async () => true;
    expect(events()).toMatchObject([{ event: 'captcha_refused', code: 'WRONG_CAPTCHA' }]);
  });

  test('another client’s object, with who requested it', async () => {
    const { access } = (await send('/signup', { email: 'curious@example.com', password, is_agree_terms: '1' })).body;
    await rig.call('/client/sessions/end', { id: randomUUID() }, access);
    const [signedIn, refused] = events();
    expect(refused).toMatchObject({ event: 'call_refused', code: 'NOT_FOUND', clientId: signedIn?.['clientId'] });
  });

  test('of a flood so many lines a minute, and then how many there were', async () => {
    rig.clock.advance(60_000);
    for (let count = 0; count < 230; count += 1) await rig.call('/client/sessions', {});
    expect(events()).toHaveLength(200);
    rig.clock.advance(60_000);
    await rig.call('/client/sessions', {});
    expect(events().at(-1)).toMatchObject({ event: 'call_refused', leftOut: 30 });
  });
});

describe('ASVS V16.1.1 docs/security/log.md', () => {
  const page = readFileSync(new URL('../../../../docs/security/log.md', import.meta.url), 'utf8');
  const listed = [...page.slice(page.indexOf('## Security events')).matchAll(/^\| `(\w+)` \|/gm)].map(
    ([, name]) => name,
  );

  test('describes every event, and none that does not exist', () => {
    expect(new Set(listed)).toEqual(new Set(Object.keys(securityEvents)));
    expect(listed).toHaveLength(new Set(listed).size);
  });
});
