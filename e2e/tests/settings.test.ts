import { generateSync } from 'otplib';
import { expect, test } from '../fixtures.ts';
import { auth } from '../pages/auth.ts';
import { companyChanges } from '../pages/company-changes.ts';
import { emailCode } from '../pages/email-code.ts';
import { settings } from '../pages/settings.ts';
import { say } from '../say.ts';
import { countRequests } from '../steps/count-requests.ts';
import { newEmail, password } from '../steps/new-email.ts';
import { openSettings } from '../steps/open-settings.ts';
import { readCode } from '../steps/read-code.ts';
import { readResetLink } from '../steps/read-reset-link.ts';
import { signIn } from '../steps/sign-in.ts';

const other = 'another horse battery';

test('A-112 two-factor is switched on with the key of the page; the next sign-in asks for a code', async ({
  page,
  context,
  api,
}) => {
  const client = await api.register();
  await signIn(context, client);
  await page.goto('/settings');
  const screen = settings(page);
  await screen.twoFactor.click();
  await expect(page.getByRole('img', { name: say('tpl:settings:2fa:qr') })).toBeVisible();
  const key = await screen.readKey();
  // The code may be there before the password is: then the page says so, and goes there.
  await screen.code.fill(generateSync({ secret: key }));
  await expect(screen.password).toBeFocused();
  await expect(screen.password).toHaveAccessibleDescription(say('tpl:error:REQUIRED'));
  await screen.password.fill('wrong horse battery');
  await screen.turnOn.click();
  await expect(page.getByText(say('tpl:error:PASSWORD_WRONG'))).toBeVisible();
  await screen.password.fill(password);
  await screen.code.fill('000000');
  await expect(
    page.getByText('That code doesn’t match, or it was used already. Use the next one your app shows.'),
  ).toBeVisible();
  const used = generateSync({ secret: key });
  await screen.code.fill(used);
  await expect(screen.recoveryCodes).toHaveCount(10);
  const recovery = await screen.recoveryCodes.first().innerText();
  await screen.codesKept.click();
  await expect(screen.heading).toBeVisible();

  await page.evaluate(() => localStorage.clear());
  await page.goto('/login?step=login');
  await auth(page).email.fill(client.email);
  await auth(page).password.fill(password);
  await auth(page).logIn.click();
  const second = page.getByLabel(say('tpl:auth:second_code'));
  await expect(second).toBeFocused();
  // The app shows it still.
  await second.fill(used);
  await auth(page).logIn.click();
  await expect(page.getByText(/^That code doesn’t match, or it was used already\./)).toBeVisible();
  await second.fill(recovery);
  await auth(page).logIn.click();
  await expect(page).toHaveURL(/\/$/);
});

test('A-113 a new password signs the other devices out and this one stays; a changed e-mail setting is kept; "sign out" in the list of devices ends what is open there', async ({
  page,
  context,
  api,
  browser,
  baseURL,
}) => {
  const client = await api.register();
  await signIn(context, client);
  await page.goto('/settings/change-password');
  const screen = settings(page);
  await screen.oldPassword.fill('wrong horse battery');
  await screen.newPassword.fill(other);
  await screen.repeatPassword.fill(`${other}!`);
  await screen.savePassword.click();
  await expect(page.getByText(say('tpl:error:PASSWORD_REPEAT'))).toBeVisible();
  await screen.repeatPassword.fill(other);
  await screen.savePassword.click();
  await expect(page.getByText(say('tpl:error:PASSWORD_WRONG'))).toBeVisible();
  await screen.oldPassword.fill(password);
  await screen.savePassword.click();
  await expect(screen.saved).toBeVisible();
  await screen.emails.click();
  await expect(screen.news).not.toBeChecked();
  const saved = page.waitForResponse('**/client/subscription/update');
  await screen.news.check();
  await saved;

  const elsewhere = await browser.newContext({ ...(baseURL !== undefined && { baseURL }) });
  const there = await elsewhere.newPage();
  await there.goto('/login?step=login');
  await auth(there).email.fill(client.email);
  await auth(there).password.fill(other);
  await auth(there).logIn.click();
  await expect(there).toHaveURL(/\/$/);

  await there.goto('/settings');
  await expect(settings(there).heading).toBeVisible();

  await page.reload();
  await expect(screen.news).toBeChecked();
  await openSettings(page);
  await screen.devices.click();
  await expect(screen.endOthers).toBeVisible();
  const ended = countRequests(page, '/client/sessions/end');
  // The list comes late, and a further click before it.
  const list = Promise.withResolvers<undefined>();
  await page.route('**/client/sessions', (route) => list.promise.then(() => route.continue()), { times: 1 });
  const answer = page.waitForResponse('**/client/sessions/end');
  await screen.endThere.dblclick();
  await answer;
  await screen.endThere.click();
  list.resolve(undefined);
  await expect(screen.endThere).toBeHidden();
  await expect(screen.endOthers).toBeHidden();
  expect(ended()).toBe(1);
  // The page that is open there is left by itself.
  await expect(there).toHaveURL(/\/login\?redirect=%2Fsettings$/);
  await expect(there.getByText(say('tpl:error:SESSION_OVER'))).toBeVisible();
  await elsewhere.close();
});

test('A-063 a forgotten password: the e-mail’s link sets a new one, once; A-105, 4.3-15 a changed agreement comes with the log-in and before every other page, and accepting it continues to the requested one', async ({
  page,
  api,
  sandbox,
  publishAgreement,
}) => {
  const client = await api.register();
  await page.goto('/login?step=login');
  await auth(page).forgotten.click();
  await expect(auth(page).sendLink).toBeVisible();
  await auth(page).email.fill(client.email);
  await auth(page).sendLink.click();
  await expect(auth(page).linkSent).toBeVisible();
  await page.goto(await readResetLink(sandbox, client.email));
  await settings(page).newPassword.fill(other);
  await settings(page).repeatPassword.fill(other);
  await auth(page).saveReset.click();
  await auth(page).email.fill(client.email);
  await auth(page).password.fill(other);
  const title = await publishAgreement();
  await auth(page).logIn.click();
  const changes = companyChanges(page);
  await expect(changes.titled(title)).toBeVisible();
  await openSettings(page);
  await expect(changes.titled(title)).toBeVisible();
  await expect(page).toHaveURL('/company-changes?redirect=%2Fsettings');
  await expect(changes.accept).toHaveAttribute('aria-disabled', 'true');
  await changes.accept.press('Enter');
  await expect(changes.agree).toBeFocused();
  await expect(changes.agree).toHaveAccessibleDescription(/^Our terms have changed/);
  await changes.agree.check();
  await changes.accept.click();
  await expect(page).toHaveURL('/settings');
  await expect(settings(page).heading).toBeVisible();
});

test('C-13, C-14 another e-mail address takes the password and the code of its e-mail, the old one is notified; C-63 deleting the account requires the password and a typed confirmation, and signs out', async ({
  page,
  context,
  api,
  sandbox,
}) => {
  const client = await api.register();
  await signIn(context, client);
  await page.goto('/settings');
  const screen = settings(page);
  await screen.email.click();
  const next = newEmail();
  await screen.newEmail.fill(client.email);
  await screen.password.fill('wrong horse battery');
  await screen.sendNewCode.click();
  await expect(page.getByText(say('tpl:settings:email:same'))).toBeVisible();
  await screen.newEmail.fill(next);
  await page.keyboard.press('Enter');
  await expect(page.getByText(say('tpl:error:PASSWORD_WRONG'))).toBeVisible();
  await expect(screen.password).toBeFocused();
  await screen.password.fill(password);
  await page.keyboard.press('Enter');
  const present = page.getByLabel(say('tpl:auth:second_code'));
  await expect(present).toBeFocused();
  await present.fill(await readCode(sandbox, client.email, 2));
  await page.keyboard.press('Enter');
  await expect(emailCode(page).code).toBeFocused();
  await page.keyboard.type(await readCode(sandbox, next));
  await expect(page.getByText(say('tpl:settings:email:done', { email: next }))).toBeVisible();
  await expect
    .poll(async () => (await sandbox.inbox(client.email)).map(({ subject }) => subject))
    .toContainEqual(say('tpl:letter:email-changed:subject', { brand: 'Causeway' }));
  await screen.deleteAccount.click();
  await screen.password.fill(password);
  await expect(screen.remove).toHaveAttribute('aria-disabled', 'true');
  // Pressed too early it says what is missing, and goes there.
  await screen.remove.press('Enter');
  await expect(screen.deletionWord).toBeFocused();
  await expect(screen.deletionWord).toHaveAccessibleDescription(say('tpl:error:REQUIRED'));
  await screen.deletionWord.fill(say('tpl:settings:delete-account:word'));
  await screen.remove.click();
  await expect(page.getByText(say('tpl:settings:delete-account:done'))).toBeVisible();
  await page.goto('/settings');
  await expect(page).toHaveURL(/\/login\?redirect/);
});
