import { expect, test } from '../fixtures.ts';
import { auth } from '../pages/auth.ts';
import { emailCode } from '../pages/email-code.ts';
import { address } from '../pages/address.ts';
import { exchange } from '../pages/exchange.ts';
import { menu } from '../pages/menu.ts';
import { settings } from '../pages/settings.ts';
import { say } from '../say.ts';
import { newEmail, password } from '../steps/new-email.ts';
import { readCode } from '../steps/read-code.ts';
import { readResetLink } from '../steps/read-reset-link.ts';
import { countRequests } from '../steps/count-requests.ts';
import { signIn } from '../steps/sign-in.ts';

const another = 'a lamp in the attic';

test.describe('4.8 the code of the e-mail', () => {
  test('a wrong code is reported and cleared with the next key; the right one goes on', async ({
    page,
    context,
    api,
    sandbox,
  }) => {
    const client = await api.register({ isConfirmed: false });
    await signIn(context, client);
    await page.goto('/');
    await page.getByRole('button', { name: say('tpl:exchange:submit_verify') }).click();
    const screen = emailCode(page);
    await expect(screen.sentTo(client.email)).toBeVisible();
    await expect(screen.countdown).toBeVisible();
    const right = await readCode(sandbox, client.email);
    await screen.code.fill(right === '111111' ? '222222' : '111111');
    await expect(page.getByText('That code doesn’t match. Check the newest e-mail.')).toBeVisible();
    await expect(screen.code).toHaveAttribute('aria-invalid', 'true');
    await screen.code.fill('1');
    await expect(page.getByText('That code doesn’t match. Check the newest e-mail.')).toBeHidden();
    await screen.code.fill(right);
    await expect(address(page).heading).toBeVisible();
  });

  test('4.8-04, 2.1-31 another code is offered only once the countdown is over; the right one leads to where the page was asked to', async ({
    page,
    context,
    api,
    sandbox,
  }) => {
    const client = await api.register({ isConfirmed: false });
    const first = await readCode(sandbox, client.email);
    await signIn(context, client);
    // The server sets the waiting time; three seconds are enough to see the countdown end.
    await page.route('**/send_email_confirmation_link', async (route) => {
      const response = await route.fetch();
      const answer: unknown = await response.json();
      await route.fulfill({ response, json: { ...Object(answer), next_email_request_in_sec: 3 } });
    });
    await page.goto('/verification/email?redirect=%2Flanguage');
    const screen = emailCode(page);
    await expect(screen.countdown).toBeVisible();
    await expect(screen.again).toBeVisible();
    await expect(screen.countdown).toBeHidden();
    // The typeface of the page comes at about this time and may move the link from under a press.
    await expect(async () => {
      await screen.again.click({ timeout: 5000 });
      await expect(screen.countdown).toBeVisible({ timeout: 2000 });
    }).toPass();
    await expect(screen.code).toBeFocused();
    await screen.code.fill(first);
    await expect(page).toHaveURL('/language');
  });
});

test.describe('signing in', () => {
  test('A-061 the page of an order that asks for a log-in leads back to it; asked twice while offline and over a slow network, it signs in once', async ({
    page,
    context,
    api,
  }) => {
    const client = await api.register();
    const niceId = await api.placeOrder(client);
    await page.goto(`/order-status/${niceId}`);
    await page.getByRole('button', { name: say('tpl:order:login') }).click();
    await expect(page).toHaveURL(/\/login\?redirect=/);
    await auth(page).usePassword.click();
    await auth(page).email.fill(client.email);
    await auth(page).password.fill(password);
    const sent = countRequests(page, '/signin');
    await page.route('**/signin', (route) => setTimeout(() => void route.continue(), 700));
    await context.setOffline(true);
    await auth(page).logIn.dblclick();
    await auth(page).password.press('Enter');
    await expect(auth(page).waits).toBeVisible();
    await context.setOffline(false);
    await expect(auth(page).logIn).toHaveAttribute('aria-busy', 'true');
    await expect(page).toHaveURL(`/order-status/${niceId}`);
    expect(sent()).toBe(1);
    await expect(page.getByRole('button', { name: say('tpl:payment:open_button') })).toBeVisible();
  });

  test('a wrong password and an unknown address get the same answer', async ({ page, api }) => {
    const client = await api.register();
    await page.goto('/login?step=login');
    const screen = auth(page);
    const said: string[] = [];
    for (const email of [client.email, newEmail()]) {
      await screen.email.fill(email);
      await screen.password.fill('not the password');
      await screen.logIn.click();
      await expect(page.getByRole('alert')).toBeVisible();
      said.push((await page.getByRole('alert').textContent()) ?? '');
    }
    expect(said[0]).toContain('The e-mail or the password is wrong.');
    expect(said[1]).toBe(said[0]);
  });

  test('2.1-06 what is missing in a registration is said at each field, and a password too short', async ({ page }) => {
    await page.goto('/login?step=register');
    const screen = auth(page);
    await screen.email.fill('sam@example');
    await screen.newPassword.fill('short');
    await expect(screen.termsPage).toHaveAttribute('href', 'https://shop.test/terms');
    await screen.register.click();
    await expect(page.getByText(say('tpl:auth:fault_email'))).toBeVisible();
    await expect(page.getByText(say('tpl:auth:fault_short'))).toBeVisible();
    await expect(page.getByText(say('tpl:auth:fault_terms'))).toBeVisible();
    await screen.terms.check();
    await expect(page.getByText(say('tpl:auth:fault_terms'))).toBeHidden();
  });

  test('logging out in the menu ends the session here and in every tab', async ({ page, context, api }) => {
    await signIn(context, await api.register());
    await page.goto('/');
    await expect(exchange(page).buy).toBeVisible();
    const other = await context.newPage();
    await other.goto('/');
    await expect(exchange(other).buy).toBeVisible();
    await menu(page).open.click();
    await menu(page).entry('logout').click();
    await expect(exchange(page).logIn).toBeVisible();
    await expect(exchange(other).logIn).toBeVisible();
    await page.reload();
    await expect(exchange(page).logIn).toBeVisible();
  });

  test('a page that needs a client leads a visitor to the log-in', async ({ page }) => {
    await page.goto('/verification/email');
    await expect(page).toHaveURL(/\/login\?redirect=/);
    await expect(auth(page).heading).toBeVisible();
  });
});

test('A-063 the link for a new password claims an address that somebody else registered: the button agrees to the terms that its page links to', async ({
  page,
  api,
  sandbox,
}) => {
  const { email } = await api.register({ isConfirmed: false });
  await page.goto('/login?step=recovery');
  await auth(page).email.fill(email);
  await auth(page).sendLink.click();
  await expect(auth(page).linkSent).toBeVisible();
  await page.goto(await readResetLink(sandbox, email));
  const line = page.getByText(/By continuing you agree to the terms of use/);
  await expect(line).toBeVisible();
  await expect(line.getByRole('link')).toHaveText(['terms of use', 'privacy notice']);
  await settings(page).newPassword.fill(another);
  await settings(page).repeatPassword.fill(another);
  await auth(page).saveReset.click();
  await auth(page).email.fill(email);
  await auth(page).password.fill(another);
  await auth(page).logIn.click();
  await expect(page).not.toHaveURL(/login/);
});
