import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { createSiteverify } from './siteverify.ts';

const close: (() => void)[] = [];
afterEach(() => {
  for (const one of close.splice(0)) one();
});

async function verifierThat(answer: RequestListener, publicUrl = 'https://pay.example') {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  close.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return createSiteverify({
    CAPTCHA_VERIFY_URL: `http://127.0.0.1:${port}/siteverify`,
    CAPTCHA_SECRET: 'sandbox-captcha-secret',
    PUBLIC_URL: publicUrl,
  });
}

const says = (body: unknown, status = 200) =>
  verifierThat((_request, response) => {
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
  });
const yes = { success: true, action: 'signup', hostname: 'pay.example' };
const ask = async (captcha: Awaited<ReturnType<typeof says>>) => captcha.verify('token', 'signup', '203.0.113.5');

describe('captcha verifier', () => {
  test('a clear yes is a yes, and token, secret and address were sent', async () => {
    let sent = '';
    const captcha = await verifierThat((request, response) => {
      request.on('data', (chunk: Buffer) => (sent += chunk.toString()));
      request.on('end', () => response.end(JSON.stringify(yes)));
    });
    expect(await ask(captcha)).toBe(true);
    expect(sent).toBe('secret=sandbox-captcha-secret&response=token&remoteip=203.0.113.5');
  });

  test.each([
    ['no', { success: false, 'error-codes': ['invalid-input-response'] }],
    ['another action', { ...yes, action: 'signin' }],
    ['another host', { ...yes, hostname: 'evil.example' }],
    ['a yes that is text', { ...yes, success: 'true' }],
    ['a yes that is a number', { ...yes, success: 1 }],
    ['an empty object', {}],
    ['null', null],
    ['HTML', '<html>ok</html>'],
    ['nothing', ''],
  ])('%s is a no', async (_name, body) => {
    expect(await ask(await says(body))).toBe(false);
  });

  test('a yes of a verifier that knows no actions is a yes', async () => {
    expect(await ask(await says({ success: true, hostname: 'pay.example' }))).toBe(true);
  });

  test.each([500, 302, 404])('a yes with status %d is a no', async (status) => {
    expect(await ask(await says(yes, status))).toBe(false);
  });

  test('a broken connection and a dead verifier are a no', async () => {
    expect(await ask(await verifierThat((request) => request.socket.destroy()))).toBe(false);
    const options = { CAPTCHA_SECRET: 'sandbox-captcha-secret', PUBLIC_URL: 'https://pay.example' };
    expect(await ask(createSiteverify({ ...options, CAPTCHA_VERIFY_URL: 'http://127.0.0.1:1/' }))).toBe(false);
  });

  test('silence is a no after five seconds', async () => {
    const start = Date.now();
    expect(await ask(await verifierThat(() => {}))).toBe(false);
    expect(Date.now() - start).toBeLessThan(7_000);
  });
});
