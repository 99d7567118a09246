import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startSandbox } from '../start-sandbox.ts';
import type { RunningSandbox } from '../start-sandbox.ts';
import { createClient } from '../testing/test-client.ts';
import { Captcha } from './captcha.ts';

let sandbox: RunningSandbox;
let client: ReturnType<typeof createClient>;

beforeAll(async () => {
  sandbox = await startSandbox({ productUrl: 'http://shop.example:4000' });
  client = createClient(sandbox);
});
afterAll(() => sandbox.close());
beforeEach(async () => {
  await client.control('/reset');
});

const post = (response: string, secret = 'sandbox-captcha-secret') =>
  fetch(`${sandbox.url}/captcha/siteverify`, {
    method: 'POST',
    body: new URLSearchParams({ secret, response, remoteip: '10.0.0.1' }),
  });
const verify = async (response: string, secret?: string): Promise<unknown> => (await post(response, secret)).json();
const token = async (action?: string) => String((await client.control('/captcha/token', { action }))['token']);
const execute = (body: object) => client.call('POST', '/captcha/execute', body, { origin: 'https://widget.example' });

describe('captcha', () => {
  test('a token passes once, with its action and host', async () => {
    const given = await token('signup');
    expect(await verify(given)).toMatchObject({
      success: true,
      action: 'signup',
      hostname: 'shop.example',
      'error-codes': [],
      challenge_ts: expect.any(String),
    });
    expect(await verify(given)).toEqual({ success: false, 'error-codes': ['timeout-or-duplicate'] });
  });

  test('refuses a made-up token, none, and a wrong secret; a wrong secret does not use the token up', async () => {
    const given = await token();
    expect(await verify('made-up')).toEqual({ success: false, 'error-codes': ['invalid-input-response'] });
    expect(await verify('')).toEqual({ success: false, 'error-codes': ['missing-input-response'] });
    expect(await verify(given, 'x')).toEqual({ success: false, 'error-codes': ['invalid-input-secret'] });
    expect(await verify(given)).toMatchObject({ success: true });
  });

  test('a token dies after 120 seconds', () => {
    let now = 0;
    const captcha = new Captcha(() => now);
    const [first, second] = [captcha.issue('a', 'h'), captcha.issue('a', 'h')];
    now = 120_000;
    expect(captcha.verify('sandbox-captcha-secret', first).success).toBe(true);
    now = 120_001;
    expect(captcha.verify('sandbox-captcha-secret', second)).toEqual({
      success: false,
      'error-codes': ['timeout-or-duplicate'],
    });
  });

  test('the page script comes with its address and any page may use it', async () => {
    const script = await fetch(`${sandbox.url}/captcha/api.js`);
    expect(script.headers.get('access-control-allow-origin')).toBe('*');
    const text = await script.text();
    expect(text).toContain(`'${sandbox.url}/captcha'`);
    expect(text).not.toContain('SANDBOX_CAPTCHA_URL');
  });

  test('a page gets a token for its own host, and none with a wrong site key', async () => {
    const { body } = await execute({ site_key: 'sandbox-site-key', action: 'order' });
    expect(await verify(String(body['token']))).toMatchObject({
      success: true,
      action: 'order',
      hostname: 'widget.example',
    });
    expect((await execute({ site_key: 'other' })).status).toBe(400);
  });

  test('a challenge is asked on demand and passes once', async () => {
    await client.control('/captcha', { challenge: 'next' });
    const { body: asked } = await execute({ site_key: 'sandbox-site-key', action: 'order' });
    expect(asked).not.toHaveProperty('token');
    const pass = () => client.call('POST', '/captcha/pass', { challenge: asked['challenge'] });
    expect(await verify(String((await pass()).body['token']))).toMatchObject({ success: true, action: 'order' });
    expect((await pass()).status).toBe(400);
    expect((await execute({ site_key: 'sandbox-site-key' })).body).toHaveProperty('token');
  });

  test('faults: error, not JSON, reject and a hanging verifier', async () => {
    for (const fault of ['error', 'non_json', 'reject'])
      await client.control('/faults', { provider: 'captcha', fault });
    expect((await post(await token())).status).toBe(500);
    await expect(verify(await token())).rejects.toThrow('not valid JSON');
    expect(await verify(await token())).toMatchObject({ success: false });
    await client.control('/faults', { provider: 'captcha', fault: 'hang' });
    const hanging = fetch(`${sandbox.url}/captcha/siteverify`, {
      method: 'POST',
      body: new URLSearchParams(),
      signal: AbortSignal.timeout(400),
    });
    await expect(hanging).rejects.toThrow('timeout');
    expect(await verify(await token())).toMatchObject({ success: true });
  });
});
