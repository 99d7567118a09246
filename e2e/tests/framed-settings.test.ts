import { storageBySite } from '@causeway/testing/light-chromium';
import { chromium, type BrowserContext } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { auth } from '../pages/auth.ts';
import { companyChanges } from '../pages/company-changes.ts';
import { emailCode } from '../pages/email-code.ts';
import { phone } from '../pages/phone.ts';
import { settings } from '../pages/settings.ts';
import { openLogIn } from '../steps/open-log-in.ts';
import { say } from '../say.ts';
import { frameWidget } from '../steps/frame-widget.ts';
import { newEmail, password } from '../steps/new-email.ts';
import { openSettings } from '../steps/open-settings.ts';
import { readCode } from '../steps/read-code.ts';

test('A-066, A-105, A-113, A-081, C-13, C-63 an account is managed in a frame of another site, whose storage is the frame’s own: sign-in, the changed agreement, e-mails, devices, phone, e-mail address, its end', async ({
  launchOptions,
  api,
  stack,
  sandbox,
  publishAgreement,
}) => {
  const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), storageBySite] });
  const context = await browser.newContext({ viewport: { width: 400, height: 760 }, locale: 'en-GB' });
  const page = await context.newPage();
  const client = await api.register();
  const title = await publishAgreement();
  const refreshes: number[] = [];
  page.on('response', (response) => {
    if (response.url().endsWith('/refresh_access_token')) refreshes.push(response.status());
  });
  const address = `${stack.productUrl}/widget?partner_key=pk_test_shop`;
  const widget = await frameWidget(page, stack.partnerUrl, address);
  await openLogIn(widget);
  await auth(widget).usePassword.click();
  await auth(widget).email.fill(client.email);
  await auth(widget).password.fill(password);
  await auth(widget).logIn.click();

  const changes = companyChanges(widget);
  await expect(changes.titled(title)).toBeVisible();
  await openSettings(widget);
  await expect(changes.titled(title)).toBeVisible();
  await expect(changes.accept).toHaveAttribute('aria-disabled', 'true');
  await changes.agree.check();
  await changes.accept.click();

  const screen = settings(widget);
  await screen.emails.click();
  await expect(screen.news).not.toBeChecked();
  const saved = page.waitForResponse('**/client/subscription/update');
  await screen.news.check();
  await saved;
  expect(await keptByProduct(context, stack.productUrl), 'the product’s own pages know nothing of it').toBeNull();
  // A later visit to the page around it.
  await frameWidget(page, stack.partnerUrl, address);
  await openSettings(widget);
  await screen.emails.click();
  await expect(screen.news).toBeChecked();

  // The next call of the client is answered as if its access token had expired.
  await page.route('**/client/sessions', (route) => route.fulfill({ status: 403, body: '{}' }), { times: 1 });
  await openSettings(widget);
  await screen.devices.click();
  await screen.endThere.click();
  await expect(screen.endThere).toBeHidden();
  expect(refreshes).toEqual([200]);
  expect(await api.isSignedIn(client)).toBe(false);

  await openSettings(widget);
  await screen.phone.click();
  const number = '+4915112345678';
  await phone(widget).country.selectOption('DE');
  await phone(widget).number.fill('0151 12345678');
  await phone(widget).send.click();
  await expect(phone(widget).sentTo(number)).toBeVisible();
  await phone(widget).code.fill(await readCode(sandbox, number));

  await screen.email.click();
  const next = newEmail();
  await screen.newEmail.fill(next);
  await screen.password.fill(password);
  await screen.sendNewCode.click();
  await widget.getByLabel(say('tpl:auth:second_code')).fill(await readCode(sandbox, client.email, 2));
  await screen.sendNewCode.click();
  await emailCode(widget).code.fill(await readCode(sandbox, next));
  await expect(widget.getByText(say('tpl:settings:email:done', { email: next }))).toBeVisible();

  await screen.deleteAccount.click();
  await screen.password.fill(password);
  await screen.deletionWord.fill(say('tpl:settings:delete-account:word'));
  await screen.remove.click();
  await expect(widget.getByText(say('tpl:settings:delete-account:done'))).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  await browser.close();
});

/** The session that a top-level page of the product would find. */
async function keptByProduct(context: BrowserContext, productUrl: string): Promise<string | null> {
  const page = await context.newPage();
  await page.goto(`${productUrl}/readyz`);
  const kept = await page.evaluate(() => localStorage.getItem('causeway.session'));
  await page.close();
  return kept;
}
