import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { register, stack, whoAmI } from './attacker.ts';

const foreign = 'https://evil.example';
const apiDocument = z.looseObject({ paths: z.record(z.string(), z.looseObject({ post: z.unknown().optional() })) });

async function listWrites(): Promise<string[]> {
  const { paths } = apiDocument.parse(await (await fetch(`${stack.direct}/docs/json`)).json());
  return Object.entries(paths).flatMap(([path, { post }]) =>
    post === undefined ? [] : [path.replace(/\{\w+\}/g, 'CW0123456789ABCDEF')],
  );
}

describe('a page of another site', () => {
  test('gets leave for nothing from the server: no call may be read, and none may carry a header of ours', async () => {
    for (const path of await listWrites()) {
      const preflight = await fetch(stack.direct + path, {
        method: 'OPTIONS',
        headers: {
          origin: foreign,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'x-authorization',
        },
      });
      const sent = await fetch(stack.direct + path, {
        method: 'POST',
        headers: { origin: foreign, 'sec-fetch-site': 'cross-site', cookie: 'session=1' },
        body: new URLSearchParams({ is_agree: '1' }),
      });
      for (const { headers } of [preflight, sent]) {
        expect([path, headers.get('access-control-allow-origin')]).toEqual([path, null]);
        expect([path, headers.get('access-control-allow-headers')]).toEqual([path, null]);
        // A server that sets no cookie leaves the browser none to send along.
        expect([path, headers.getSetCookie()]).toEqual([path, []]);
      }
    }
  });

  test('cannot use a session that it cannot put into a header', async () => {
    const owner = await register();
    for (const cookie of [
      `access=${owner.access}`,
      `session=${owner.access}`,
      `X-Authorization=Bearer ${owner.access}`,
    ]) {
      const answer = await fetch(`${stack.direct}/client/sessions`, {
        method: 'POST',
        headers: { cookie, origin: foreign },
      });
      expect(answer.status).toBe(403);
    }
    await fetch(`${stack.direct}/logout`, {
      method: 'POST',
      headers: { origin: foreign },
      body: new URLSearchParams(),
    });
    expect(await whoAmI(owner.access)).toBe(200);
  });

  test('frames the product only where its partner said so', async () => {
    const policyOf = async (path: string) =>
      (await fetch(stack.direct + path)).headers.get('content-security-policy') ?? '';
    expect(await policyOf('/')).toMatch(/frame-ancestors 'none'/);
    const ofPartner = await policyOf('/?partner_key=pk_test_shop');
    expect(ofPartner).toMatch(/frame-ancestors https?:/);
    expect(ofPartner).not.toMatch(/frame-ancestors[^;]*(\*|evil)/);
    for (const path of ['/docs/', '/onramp/client', '/cross_site_redirect'])
      expect(await policyOf(path)).toMatch(/default-src 'none'/);
  });

  test.each([
    ['/', 200],
    ['/es/settings', 200],
    ['/order-status/CW0123456789ABCDEF', 200],
    ['/.env', 404],
    ['/wp-login.php', 404],
    ['/sitemap.xml', 404],
    ['/api/x', 404],
    ['/assets/entry.js.map', 404],
  ])('%s answers %i, and says what a page may use of the device', async (path, status) => {
    const answer = await fetch(stack.direct + path, { headers: { accept: 'text/html' } });
    expect(answer.status).toBe(status);
    expect(answer.headers.get('permissions-policy')).toMatch(/camera=\((self)?\), geolocation=\(\), microphone=\(\)/);
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
  });

  test('folders are not listed, and files of the server are not served', async () => {
    for (const path of ['/assets/', '/.git/config', '/assets/..%2f..%2fpackage.json', '/.env']) {
      const answer = await fetch(stack.direct + path);
      expect(await answer.text()).not.toMatch(/Index of|repositoryformatversion|"workspaces"|ACCESS_TOKEN_SECRET/);
    }
  });
});
