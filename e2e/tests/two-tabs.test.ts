import { expect, test } from '../fixtures.ts';
import { auth } from '../pages/auth.ts';
import { exchange } from '../pages/exchange.ts';
import { menu } from '../pages/menu.ts';
import { password } from '../steps/new-email.ts';

test('4.11-05, 7-53, A-067 two tabs share one refresh, send the same traits, and sign out together', async ({
  page,
  context,
  api,
  stack,
}) => {
  const sent: { path: string; tfp: string | null; status: number }[] = [];
  const hosts = new Set<string>();
  context.on('request', (request) => hosts.add(new URL(request.url()).host));
  context.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (!['/signin', '/refresh_access_token'].includes(pathname)) return;
    const tfp = new URLSearchParams(response.request().postData() ?? '').get('tfp');
    sent.push({ path: pathname, tfp, status: response.status() });
  });
  const client = await api.register();
  await page.goto('/login?step=login');
  await auth(page).email.fill(client.email);
  await auth(page).password.fill(password);
  await auth(page).logIn.click();
  await expect(page).toHaveURL(/\/$/);
  // A page of the same storage without our script: the screen that log-in opened would ask for a pair too, and leave.
  await page.goto('/robots.txt');

  // The server treats this as an expired access token.
  await page.evaluate(() => {
    const pair: unknown = JSON.parse(localStorage.getItem('causeway.session') ?? '{}');
    localStorage.setItem('causeway.session', JSON.stringify({ ...Object(pair), access: 'a.b.c' }));
  });
  const other = await context.newPage();
  await Promise.all([page.goto('/settings/devices'), other.goto('/settings/devices')]);
  await Promise.all([page, other].map((tab) => expect(tab).toHaveURL(/\/settings\/devices$/)));
  await expect.poll(() => sent.filter(({ path }) => path === '/refresh_access_token').length).toBe(1);
  // The answer's head is there before the pair is kept: a page that leaves in between has to ask once more.
  for (const tab of [page, other])
    await expect
      .poll(() => tab.evaluate(() => localStorage.getItem('causeway.session') ?? 'a.b.c'))
      .not.toContain('a.b.c');
  await Promise.all([page, other].map((tab) => tab.goto('/')));
  await Promise.all([page, other].map((tab) => expect(exchange(tab).buy).toBeVisible()));
  expect(sent.map(({ path, status }) => [path, status])).toEqual([
    ['/signin', 200],
    ['/refresh_access_token', 200],
  ]);
  // One browser, one hash; and it was made without any request.
  expect(new Set(sent.map(({ tfp }) => tfp)).size).toBe(1);
  expect(sent[0]?.tfp).toMatch(/^[0-9a-f]{16,64}$/);
  expect([...hosts]).toEqual([new URL(stack.productUrl).host]);

  await menu(other).open.click();
  await menu(other).entry('logout').click();
  await expect(exchange(page).logIn).toBeVisible();
  await page.goto('/settings/devices');
  await expect(page).toHaveURL(/\/login\?redirect=/);
});
