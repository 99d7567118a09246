import { runSql } from '@causeway/testing/run-sql';
import { expect, test } from '../fixtures.ts';
import { auth } from '../pages/auth.ts';
import { biometricOffer } from '../pages/biometric-offer.ts';
import { exchange } from '../pages/exchange.ts';
import { menu } from '../pages/menu.ts';
import { say } from '../say.ts';
import { password } from '../steps/new-email.ts';
import { holdFiles } from '../steps/hold-files.ts';
import { simulateApp } from '../steps/simulate-app.ts';
import { nextCode, switchOnTwoFactor } from '../steps/switch-on-two-factor.ts';

test.describe('4.13 inside an app', () => {
  test('1-31, 4.6-11, A-062 a sign-in with a password is the last one: biometrics sign in, with two-factor on after its code alone; the push token goes out, a log-out ends both', async ({
    page,
    context,
    stack,
    api,
  }) => {
    const app = await simulateApp(context, stack.partnerUrl);
    const client = await api.register();
    await page.goto('/login?step=login');
    const form = auth(page);
    await form.email.fill(client.email);
    await form.password.fill(password);
    await form.logIn.click();
    await biometricOffer(page).password.fill(password);
    await biometricOffer(page).accept.click();
    await expect.poll(() => app.token(page), { timeout: 20_000 }).toMatch(/^cwb_/);
    const first = await app.token(page);

    // The session has ended; the device keeps its token.
    await page.evaluate(() => localStorage.removeItem('causeway.session'));
    await page.reload();
    await menu(page).open.click();
    await expect(menu(page).sheet.getByText(client.email)).toBeVisible();
    expect(await app.calls(page)).toEqual(
      expect.arrayContaining(['biometrics-authenticate', 'biometrics-request-token']),
    );
    await expect.poll(() => app.token(page)).not.toBe(first);
    expect(await app.token(page)).toMatch(/^cwb_/);
    await expect.poll(() => pushTokens(stack.databaseUrl), 'the push token of this client').toBe('kept');

    const key = await switchOnTwoFactor(stack.productUrl, client.tokens);
    const second = await app.token(page);
    await page.evaluate(() => localStorage.removeItem('causeway.session'));
    await page.reload();
    const code = page.getByLabel(say('tpl:auth:second_code'));
    await expect(code).toBeFocused();
    await expect(form.password).toBeHidden();
    await code.fill('000000');
    await code.press('Enter');
    await expect(
      page.getByText('That code doesn’t match, or it was used already. Use the next one your app shows.'),
    ).toBeVisible();
    expect(await app.token(page)).toBe(second);
    await code.fill(nextCode(key));
    await code.press('Enter');
    await expect.poll(() => app.token(page), { timeout: 20_000 }).not.toBe(second);
    expect(await app.token(page)).toMatch(/^cwb_/);

    await menu(page).open.click();
    await menu(page).entry('logout').click();
    await expect.poll(() => app.token(page)).toBeNull();
    await expect.poll(() => pushTokens(stack.databaseUrl)).toBe('gone');
    // The page forgets the session after the device has released it.
    await expect.poll(() => page.evaluate(() => localStorage.getItem('causeway.session'))).toBeNull();
    await page.reload();
    await expect(exchange(page).logIn).toBeVisible();
  });

  test('4.6-11 a sign-in that is quicker than the app’s parts is followed by the offer too', async ({
    page,
    context,
    stack,
    api,
  }) => {
    await simulateApp(context, stack.partnerUrl);
    const client = await api.register();
    const release = await holdFiles(page, '**/native-parts-*.js');
    await page.goto('/login?step=login');
    const form = auth(page);
    await form.email.fill(client.email);
    await form.password.fill(password);
    await form.logIn.click();
    await expect(menu(page).open).toBeVisible();
    await expect(page).toHaveURL('/');
    release();
    await expect(biometricOffer(page).sheet).toBeVisible();
  });

  test('8-21 an expired token is reported, and no sign-in happens', async ({ page, context, stack }) => {
    const app = await simulateApp(context, stack.partnerUrl);
    await page.goto('/');
    await app.change(page, { token: 'cwb_never_given' });
    await page.reload();
    await expect(page.getByText(say('tpl:common:error:system'))).toBeVisible();
    await expect.poll(() => app.token(page)).toBeNull();
    await expect(exchange(page).logIn).toBeVisible();
  });

  test('A-124 the back key goes back after half a second, unless the app takes it; links leave for the device’s browser or open inside', async ({
    page,
    context,
    stack,
    api,
  }) => {
    const app = await simulateApp(context, stack.partnerUrl);
    const words = '<a href="https://example.com/terms">Terms</a> <a href="/register">Join</a>';
    await page.goto(await api.shopPage({ description: words }));
    await expect(page.locator('html[data-native]')).toBeAttached();
    await page.getByRole('link', { name: 'Terms' }).click();
    expect(await app.notices(page)).toEqual([
      { notice: 'open-outside', payload: { url: 'https://example.com/terms' } },
    ]);
    const loads: string[] = [];
    page.on('load', () => loads.push(page.url()));
    await page.getByRole('link', { name: 'Join' }).click();
    await expect(auth(page).heading).toBeVisible();
    await expect(auth(page).terms, 'the sign-up is asked for').toBeVisible();

    await app.change(page, { takesBack: true });
    await app.emit(page, 'back-pressed');
    await page.waitForTimeout(700);
    await expect(auth(page).heading).toBeVisible();
    await app.change(page, { takesBack: false });
    await app.emit(page, 'back-pressed');
    await expect(exchange(page).form).toBeVisible();
    await app.emit(page, 'back-pressed');
    await expect.poll(async () => (await app.notices(page)).at(-1)).toEqual({ notice: 'back-empty', payload: {} });
    await app.emit(page, 'link-opened', { path: '/login?step=register' });
    await expect(auth(page).terms).toBeVisible();
    expect(loads).toEqual([]);
  });
});

/** Whether the simulated device's token is at the server: the statement fails when it is not. */
async function pushTokens(databaseUrl: string): Promise<'kept' | 'gone'> {
  const found = "select 1 / count(*) from push_tokens where push_token = 'simulated-push-token'";
  return runSql(databaseUrl, found).then(
    () => 'kept',
    () => 'gone',
  );
}
