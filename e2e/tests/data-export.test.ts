import { strFromU8, unzipSync } from 'fflate';
import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures.ts';
import { settings } from '../pages/settings.ts';
import { say } from '../say.ts';
import { password } from '../steps/new-email.ts';
import { signIn } from '../steps/sign-in.ts';
import { simulateApp } from '../steps/simulate-app.ts';

test('C-72, C-73, C-74 a copy of the data is made at the client’s press, announced by e-mail, and downloaded with the password', async ({
  page,
  context,
  api,
  sandbox,
}) => {
  const client = await api.register();
  await signIn(context, client);
  await page.goto('/settings');
  const screen = settings(page);
  await screen.dataExport.click();
  await expect(page.getByText(say('tpl:settings:data-export:intro'))).toBeVisible();
  await screen.requestCopy.press('Enter');
  // From here on it is being made, and the page follows by itself.
  await expect(page.getByText(say('tpl:settings:data-export:ready'))).toBeVisible({ timeout: 60_000 });
  await expect
    .poll(async () => (await sandbox.inbox(client.email)).map(({ subject }) => subject))
    .toContainEqual(say('tpl:letter:data-export-ready:subject', { brand: 'Causeway' }));
  await expect(screen.requestCopy).toBeHidden();
  await expect(page.getByText(say('tpl:settings:data-export:later', { time: '' }).slice(0, 20))).toBeVisible();

  await screen.password.fill('wrong horse battery');
  await screen.downloadCopy.click();
  await expect(page.getByText(say('tpl:error:PASSWORD_WRONG'))).toBeVisible();
  await expect(screen.password).toBeFocused();
  await screen.password.fill(password);
  const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
  expect(download.suggestedFilename()).toMatch(/^my-data-\d{4}-\d\d-\d\d\.zip$/);
  await expect(page.getByText(say('tpl:settings:data-export:taken'))).toBeVisible();
  const archive = unzipSync(await readFile(await download.path()));
  expect(strFromU8(archive['README.txt'] ?? new Uint8Array())).toContain('copy of what we hold about you');
  const account: unknown = JSON.parse(strFromU8(archive['account.json'] ?? new Uint8Array()));
  expect(account).toMatchObject({ clients: [{ email: client.email }] });
});

test('C-72, C-74, 4.13 in the view of an app the copy is a download too, and the app stays where it was', async ({
  page,
  context,
  api,
  stack,
}) => {
  const app = await simulateApp(context, stack.partnerUrl);
  await signIn(context, await api.register());
  await page.goto('/settings');
  await expect(page.locator('html[data-native]')).toBeAttached();
  const screen = settings(page);
  await screen.dataExport.click();
  await screen.requestCopy.click();
  await expect(page.getByText(say('tpl:settings:data-export:ready'))).toBeVisible({ timeout: 60_000 });
  await screen.password.fill(password);
  const [download] = await Promise.all([page.waitForEvent('download'), screen.downloadCopy.click()]);
  expect(download.suggestedFilename()).toMatch(/^my-data-.*\.zip$/);
  // An address of the page itself: nothing with personal data is at an address that a browser could open.
  expect(download.url()).toMatch(/^blob:/);
  expect(unzipSync(await readFile(await download.path()))).toHaveProperty(['account.json']);
  await expect(page.getByText(say('tpl:settings:data-export:taken'))).toBeVisible();
  expect(await app.notices(page)).toEqual([]);
});
