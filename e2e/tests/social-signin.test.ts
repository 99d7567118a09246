import { expect, test } from '../fixtures.ts';
import { auth } from '../pages/auth.ts';
import { menu } from '../pages/menu.ts';
import { say } from '../say.ts';
import { newEmail, password } from '../steps/new-email.ts';
import { simulateApp } from '../steps/simulate-app.ts';

test('A-125 in an app an external provider signs in: a new account with the terms, an old one with its password once', async ({
  page,
  context,
  stack,
  api,
}) => {
  const app = await simulateApp(context, stack.partnerUrl);
  const old = await api.register();
  const [issuer, email] = [`${stack.sandboxUrl}/oidc`, newEmail()];
  const google = page.getByRole('button', { name: say('tpl:auth:oauth', { name: 'Google' }) });
  await page.goto('/login?step=register');
  await expect(auth(page).heading).toBeVisible();
  await expect(google).toBeHidden();
  await app.change(page, { biometrics: 'none', oauth: { issuer, email } });
  await page.reload();

  await google.click();
  await expect(page.getByText(say('tpl:error:TERMS_REQUIRED'))).toBeVisible();
  await auth(page).terms.check();
  await google.click();
  await expect(page).toHaveURL(/\/$/);
  await menu(page).open.click();
  await expect(menu(page).sheet.getByText(email)).toBeVisible();

  await page.evaluate(() => localStorage.removeItem('causeway.session'));
  await app.change(page, { oauth: { issuer, email: old.email } });
  await page.goto('/login?step=login');
  await google.click();
  await expect(page.getByText(say('tpl:error:OAUTH_PASSWORD'))).toBeVisible();
  await auth(page).password.fill(password);
  await google.click();
  await expect(page).toHaveURL(/\/$/);
});
