import { expect, test } from '../fixtures.ts';
import { auth } from '../pages/auth.ts';
import { passkeys } from '../pages/passkeys.ts';
import { settings } from '../pages/settings.ts';
import { say } from '../say.ts';
import { addAuthenticator } from '../steps/add-authenticator.ts';
import { countRequests } from '../steps/count-requests.ts';
import { password } from '../steps/new-email.ts';
import { signIn } from '../steps/sign-in.ts';

test('C-61a a passkey is made, logs in, replaces the second factor, is renamed and removed', async ({
  page,
  context,
  api,
}) => {
  const client = await api.register();
  await signIn(context, client);
  const authenticator = await addAuthenticator(page);
  await page.goto('/settings/passkeys');
  const screen = passkeys(page);

  await authenticator.agree(false);
  await screen.password.fill(password);
  await screen.add.click();
  await expect(screen.stopped).toBeVisible();
  await authenticator.agree(true);
  await screen.add.click();
  await expect(settings(page).recoveryCodes).toHaveCount(10);
  await settings(page).codesKept.click();
  await expect(settings(page).heading).toBeVisible();

  const logOut = () => page.evaluate(() => localStorage.removeItem('causeway.session'));
  await logOut();
  await page.goto('/login');
  await screen.logIn.click();
  await expect(page).toHaveURL(/\/$/);

  await logOut();
  await page.goto('/login?step=login&redirect=%2Fsettings%2Fpasskeys');
  await auth(page).email.fill(client.email);
  await auth(page).password.fill(password);
  await auth(page).logIn.click();
  await expect(page.getByLabel(say('tpl:auth:second_code'))).toBeFocused();
  await screen.instead.click();

  await screen.rename('Passkey 1').click();
  await screen.name.fill('Laptop');
  await screen.saveName.click();
  await screen.remove('Laptop').click();
  await screen.password.fill(password);
  await screen.removeIt.click();
  await screen.instead.click();
  await expect(page.getByLabel(say('tpl:auth:second_code'))).toHaveValue(/^PK/);
  const removed = countRequests(page, '/client/passkeys/remove');
  await screen.removeIt.dblclick();
  await expect(screen.name).toHaveValue('Passkey 1');
  expect(removed()).toBe(1);
  await expect(screen.remove('Laptop')).toBeHidden();
});
