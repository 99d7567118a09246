import { request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { redirectForms } from '@causeway/testing/redirect-forms';
import { describe, expect, test } from 'vitest';
import { anyAddress, captcha, post, register, sandbox, stack } from './attacker.ts';

interface Got {
  status: number;
  location: string | undefined;
  cookies: readonly string[];
  body: string;
}

/** Sends a path unchanged: an HTTP client would normalise it. */
function get(path: string, host = new URL(stack.direct).host): Promise<Got> {
  const { hostname, port } = new URL(stack.direct);
  return new Promise((resolve, reject) => {
    const asked = request({ hostname, port, path, headers: { host }, agent: false }, (response) => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => (body += chunk));
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          location: response.headers.location,
          cookies: response.headers['set-cookie'] ?? [],
          body,
        }),
      );
    });
    asked.on('error', reject);
    asked.end();
  });
}

/** Only the forms that a request's first line may contain. */
const sendable = redirectForms.map((form) =>
  form.replaceAll(/[^\u0021-\u00ff]/g, (letter) => encodeURIComponent(letter)),
);

describe('A-052 the server redirects to no other site', () => {
  test('for every request, in every spelling', async () => {
    for (const form of new Set(sendable)) {
      const paths = [
        form.startsWith('/') ? form : `/${form}`,
        `/login?redirect=${form}`,
        `/cross_site_redirect?url=${form}`,
      ];
      for (const path of paths) {
        const { status, location, cookies } = await get(path);
        const target = location === undefined ? stack.direct : new URL(location, stack.direct).href;
        expect([path, new URL(target).origin, cookies]).toEqual([path, stack.direct, []]);
        expect(status, path).toBeLessThan(500);
      }
    }
  });

  test('the page of the popup is the same whatever it is asked with, and runs nothing', async () => {
    const plain = await get('/cross_site_redirect');
    for (const form of sendable.slice(0, 30)) {
      const { body } = await get(`/cross_site_redirect?url=${encodeURIComponent(form)}`);
      expect(body).toBe(plain.body);
    }
    expect(plain.body).not.toMatch(/script|http-equiv/i);
  });

  test("the requested path and query appear in the page's data, and nowhere as markup", async () => {
    const evil = '</script><script>alert(1)</script>';
    const { body } = await get(`/login?redirect=${encodeURIComponent(evil)}&theme=${encodeURIComponent(evil)}`);
    expect(body).not.toContain('<script>alert(1)');
  });
});

describe('A-063 links in e-mails lead to the product', () => {
  test.each([
    ['another host', { host: 'evil.example' }],
    [
      'a host that the proxy is said to have seen',
      { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'gopher' },
    ],
    ['a forwarded header', { forwarded: 'host=evil.example;proto=http' }],
    ['another origin', { origin: 'https://evil.example', referer: 'https://evil.example/' }],
  ])('asked for under %s', async (_name, headers) => {
    const { email } = await register();
    const before = (await sandbox.inbox(email)).length;
    await post(
      '/password/recovery',
      { email, redirect: '//evil.example', ...(await captcha('recovery')) },
      { headers, from: anyAddress() },
    );
    const messages = await waitForMessages(email, before + 2);
    const links = messages.flatMap(({ text }) => text.match(/https?:\/\/[^\s)>"]+/g) ?? []);
    expect(links.some((link) => link.includes('step=reset'))).toBe(true);
    for (const link of links) expect(new URL(link).origin).toBe(stack.direct);
  });
});

/** The e-mails of an address, once there are so many: the code of registering comes too. */
async function waitForMessages(email: string, wanted: number): Promise<readonly { text: string }[]> {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const messages = await sandbox.inbox(email);
    if (messages.length >= wanted || messages.some(({ text }) => text.includes('step=reset'))) return messages;
    await sleep(100);
  }
  throw new Error(`No letter arrived for ${email}.`);
}
