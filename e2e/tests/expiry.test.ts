import { startAnotherServer, type AnotherServer } from '../another-server.ts';
import { expect, test as base } from '../fixtures.ts';
import { auth } from '../pages/auth.ts';
import { emailCode } from '../pages/email-code.ts';
import { exchange } from '../pages/exchange.ts';
import { settings } from '../pages/settings.ts';
import { say } from '../say.ts';
import { readCode } from '../steps/read-code.ts';
import { signIn } from '../steps/sign-in.ts';

/** Servers an hour and a bit ahead, and a month. */
const test = base.extend<object, { later: AnotherServer; muchLater: AnotherServer }>({
  later: [
    async ({ stack }, provide) => {
      const server = await startAnotherServer(stack, {}, 61);
      await provide(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  muchLater: [
    async ({ stack }, provide) => {
      const server = await startAnotherServer(stack, {}, 31 * 24 * 60);
      await provide(server);
      await server.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});

test.describe.configure({ mode: 'serial' });

test('4.11-01 past the ten minutes of an access token the page refreshes it, once, without a visible sign', async ({
  page,
  context,
  api,
  later,
}) => {
  await signIn(context, await api.register());
  const refreshes: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/refresh_access_token')) refreshes.push(response.status());
  });
  await page.goto(`${later.url}/settings/devices`);
  await expect(page.getByText(say('tpl:settings:devices:this'))).toBeVisible();
  expect(refreshes).toEqual([200]);
});

test('A-080 past the ten minutes of a code the page has sent another, and the old one is good for nothing', async ({
  page,
  context,
  api,
  sandbox,
  later,
}) => {
  const client = await api.register({ isConfirmed: false });
  const old = await readCode(sandbox, client.email);
  await signIn(context, client);
  await page.goto(`${later.url}/verification/email`);
  const screen = emailCode(page);
  await expect(page.getByText(client.email)).toBeVisible();
  let next = old;
  await expect(async () => {
    next = await readCode(sandbox, client.email);
    expect(next).not.toBe(old);
  }).toPass({ timeout: 15_000 });
  await screen.code.fill(old);
  await expect(page.getByRole('alert')).toContainText('That code doesn’t match. Check the newest e-mail.');
  await screen.code.fill(next);
  await expect(screen.heading).toBeHidden();
});

test('A-063 past the hour of a link it sets no password', async ({ page, api, sandbox, stack, later }) => {
  const client = await api.register();
  await page.goto('/login?step=login');
  await page.getByRole('button', { name: say('tpl:auth:forgotten') }).click();
  await auth(page).email.fill(client.email);
  await page.getByRole('button', { name: say('tpl:auth:recovery_send') }).click();
  let link = '';
  await expect(async () => {
    const [message] = await sandbox.inbox(client.email);
    link = /\/login\?step=reset&token=[\w-]+/.exec(message?.text ?? '')?.[0] ?? '';
    expect(link).not.toBe('');
  }).toPass({ timeout: 15_000 });
  expect(stack.productUrl).not.toBe(later.url);
  await page.goto(later.url + link);
  await settings(page).newPassword.fill('another horse battery');
  await settings(page).repeatPassword.fill('another horse battery');
  await page.getByRole('button', { name: say('tpl:auth:reset_save') }).click();
  await expect(page.getByText(say('tpl:error:RECOVERY_LINK_OVER'))).toBeVisible();
});

test('8-29 past the month of a session a protected page asks to sign in again, and another is a visitor’s', async ({
  page,
  context,
  api,
  muchLater,
}) => {
  await signIn(context, await api.register());
  await page.goto(`${muchLater.url}/settings/devices`);
  await expect(page).toHaveURL(/\/login\?redirect=%2Fsettings%2Fdevices/);
  await expect(auth(page).heading).toBeVisible();
  await page.goto(`${muchLater.url}/`);
  await expect(exchange(page).logIn).toBeVisible();
});
