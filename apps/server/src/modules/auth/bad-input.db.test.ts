import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestApp } from './fixtures/create-test-app.ts';

const rig = await createTestApp();
afterAll(() => rig.close());

const captcha = () => ({ 'g-recaptcha-response': randomUUID() });
const good = { email: 'bad-input@example.com', password: 'correct horse battery', is_agree_terms: '1' };
let { access } = (await rig.call('/signup', { ...good, ...captcha() })).body;
// Logging out is one of the calls, and the session is checked before anything else; wrong passwords have used up the
// attempts.
beforeEach(async () => {
  await rig.db.deleteFrom('countedTries').execute();
  ({ access } = (await rig.call('/signin', { ...good, ...captcha() })).body);
});

const calls: readonly { path: string; fields: Record<string, string> }[] = [
  { path: '/signup', fields: { ...good, email: 'fresh@example.com' } },
  { path: '/signin', fields: { email: good.email, password: 'wrong password' } },
  { path: '/logout', fields: { refresh: 'cwr_x' } },
  { path: '/refresh_access_token', fields: { refresh: 'cwr_x' } },
  { path: '/send_email_confirmation_link', fields: { email: good.email } },
  { path: '/check_email_verification_code', fields: { code: 'abc' } },
];

const values = [
  '',
  '\u0000',
  'a\u0000b',
  '\uD800',
  'a\u202Eb',
  'x'.repeat(60_000),
  '\u0301'.repeat(20_000),
  "' or 1=1 --",
  '<script>alert(1)</script>',
  '1e999',
  '-0',
  '１２３４５６',
  '٣٤٥٦٧٨',
  '[object Object]',
  '{"a":1}',
  '%00',
  '../../etc/passwd',
  'a@b@c',
  `${'a'.repeat(250)}@example.com`,
];

// Six digits are an attempt, and are counted as one: that is no change of the account.
const snapshot = async () =>
  JSON.stringify(
    await Promise.all([
      rig.db.selectFrom('clients').select(['clientId', 'email', 'level', 'emailConfirmedAt']).execute(),
      rig.db.selectFrom('confirmationCodes').select(['codeId', 'usedAt']).execute(),
      rig.db.selectFrom('letters').select('letterId').execute(),
    ]),
  );

function post(path: string, payload: string, headers: Record<string, string> = {}) {
  return rig.app.inject({
    method: 'POST',
    url: path,
    payload,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      'x-authorization': `Bearer ${access}`,
      ...headers,
    },
  });
}

describe('bad input at the account calls is answered with an error and changes nothing', () => {
  const table = calls.flatMap(({ path, fields }) => Object.keys(fields).map((field) => ({ path, fields, field })));

  test.each(table)('$path $field', async ({ path, fields, field }) => {
    for (const value of values) {
      // Some of these are valid passwords, and logging out accepts any token: those have their own tests.
      if (field === 'password' && path === '/signup' && value.length >= 8 && value.length <= 72) continue;
      if (path === '/send_email_confirmation_link' && value === '') continue;
      const before = await snapshot();
      const form = new URLSearchParams({ ...fields, ...captcha(), [field]: value });
      const response = await post(path, form.toString());
      expect(response.statusCode, `${path} ${field} ${value.slice(0, 20)}`).toBeLessThan(500);
      const body: { success?: number; errors?: unknown[] } = response.json();
      if (path !== '/logout') expect(body.errors?.length, `${path} ${field} ${value.slice(0, 20)}`).toBeGreaterThan(0);
      expect(response.body).not.toMatch(/\bat \w+.*:\d+|select |insert |node_modules/i);
      expect(response.body).not.toContain('<script>');
      expect(await snapshot()).toBe(before);
    }
  });

  test.each(calls)('$path twice, as list, in both spellings, with a polluted prototype', async ({ path, fields }) => {
    const before = await snapshot();
    const form = new URLSearchParams({ ...fields, ...captcha() }).toString();
    const [name = '', value = ''] = Object.entries(fields)[0] ?? [];
    const encoded = encodeURIComponent(value);
    for (const extra of [
      `${name}=${encoded}`,
      `${name}[]=x`,
      `${encodeURIComponent('<b>')}=1&${encodeURIComponent('<b>')}=2`,
    ]) {
      const response = await post(path, `${form}&${extra}`);
      expect(response.statusCode, extra).toBe(400);
    }
    const polluted = await post(path, `__proto__=x&constructor[prototype][y]=z&${name}[]=1`);
    expect(polluted.statusCode).toBeLessThan(500);
    expect(({} as Record<string, unknown>)['y']).toBeUndefined();
    expect(await snapshot()).toBe(before);
  });

  test.each(calls)('$path with another kind of body', async ({ path }) => {
    for (const [type, payload] of [
      ['application/json', '{"email":{"$gt":""},"password":["x"]}'],
      ['text/xml', '<a/>'],
      ['multipart/form-data; boundary=x', '--x--'],
      ['application/x-www-form-urlencoded', 'a=1&'.repeat(5_000)],
      ['application/x-www-form-urlencoded', '%'],
      ['application/x-www-form-urlencoded', 'x'.repeat(2_000_000)],
    ] as const) {
      const response = await post(path, payload, { 'content-type': type });
      expect(response.statusCode, `${path} ${type}`).toBeLessThan(500);
    }
  });

  test.each(['Bearer', 'Bearer ', 'Basic abc', `Bearer ${'x'.repeat(9_000)}`, 'Bearer a.b.c', 'Bearer ../../x'])(
    'the authorisation %j is refused with 403',
    async (authorization) => {
      const response = await rig.app.inject({
        url: '/onramp/client',
        headers: { 'x-authorization': authorization },
      });
      expect(response.statusCode).toBe(403);
    },
  );

  test.each([
    ['unknown', '/xx/data/locale_keys/'],
    ['a path', '/%2e%2e/data/locale_keys/'],
    ['NUL', '/%00/data/locale_keys/'],
    ['huge', `/${'a'.repeat(5_000)}/data/locale_keys/`],
  ])('a language that is %s is not found', async (_name, url) => {
    const response = await rig.app.inject({ method: 'POST', url });
    expect([400, 404, 414]).toContain(response.statusCode);
  });
});
