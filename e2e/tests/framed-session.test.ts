import { chromium, type Browser, type LaunchOptions } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { auth } from '../pages/auth.ts';
import { exchange } from '../pages/exchange.ts';
import { menu } from '../pages/menu.ts';
import { settings } from '../pages/settings.ts';
import { shop } from '../pages/shop.ts';
import { openLogIn } from '../steps/open-log-in.ts';
import { openSettings } from '../steps/open-settings.ts';
import { say } from '../say.ts';
import { password } from '../steps/new-email.ts';
import { nextCode, switchOnTwoFactor } from '../steps/switch-on-two-factor.ts';

interface Storage {
  name: string;
  /** Further switches of the browser. What it does without any is shown with the settings. */
  switches: readonly string[];
  /** The browser stores nothing for the frame. */
  isRefused: boolean;
}

const storages: readonly Storage[] = [
  {
    name: 'no cookies of third parties',
    switches: ['--test-third-party-cookie-phaseout', '--block-third-party-cookies'],
    isRefused: false,
  },
  { name: 'no storage at all', switches: [], isRefused: true },
];

async function openBrowser(options: LaunchOptions, { switches }: Storage): Promise<Browser> {
  return chromium.launch({ ...options, args: [...(options.args ?? []), ...switches] });
}

for (const storage of storages)
  test(`A-066 in a frame of another site with ${storage.name}: sign-in, refresh, sign-out`, async ({
    api,
    stack,
    launchOptions,
  }) => {
    const client = await api.register();
    const browser = await openBrowser(launchOptions, storage);
    // Each context is a private window.
    const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, locale: 'en-GB' });
    if (storage.isRefused)
      await context.addInitScript(() => {
        for (const area of ['localStorage', 'sessionStorage'])
          Object.defineProperty(window, area, {
            get() {
              throw new DOMException('The operation is insecure.', 'SecurityError');
            },
          });
      });
    const page = await context.newPage();
    const refreshes: number[] = [];
    page.on('response', (response) => {
      if (response.url().endsWith('/refresh_access_token')) refreshes.push(response.status());
    });
    await page.goto(stack.partnerUrl);
    const { widget } = shop(page);
    await openLogIn(widget);
    await auth(widget).usePassword.click();
    await auth(widget).email.fill(client.email);
    await auth(widget).password.fill(password);
    await auth(widget).logIn.click();
    // Signing in continues with the purchase.
    await expect(auth(widget).email).toBeHidden();

    // The next call of the client is answered as if its access token had expired.
    await page.route('**/client/sessions', (route) => route.fulfill({ status: 403, body: '{}' }), { times: 1 });
    await openSettings(widget);
    await settings(widget).devices.click();
    await expect.poll(() => refreshes).toEqual([200]);

    await menu(widget).open.click();
    await menu(widget).entry('logout').click();
    await expect(exchange(widget).logIn.or(auth(widget).heading)).toBeVisible();
    expect(await context.cookies()).toEqual([]);
    await browser.close();
  });

test('A-062 in a frame of another site the code of the authenticator is required and accepted', async ({
  page,
  api,
  stack,
}) => {
  const client = await api.register();
  const key = await switchOnTwoFactor(stack.productUrl, client.tokens);
  await page.goto(stack.partnerUrl);
  const { widget } = shop(page);
  await openLogIn(widget);
  await auth(widget).usePassword.click();
  await auth(widget).email.fill(client.email);
  await auth(widget).password.fill(password);
  await auth(widget).logIn.click();
  await widget.getByLabel(say('tpl:auth:second_code')).fill(nextCode(key));
  await auth(widget).logIn.click();
  await expect(auth(widget).email).toBeHidden();
});
