import { expect, test } from '../fixtures.ts';
import { address } from '../pages/address.ts';
import { auth } from '../pages/auth.ts';
import { emailCode } from '../pages/email-code.ts';
import { exchange } from '../pages/exchange.ts';
import { say } from '../say.ts';
import { countRequests } from '../steps/count-requests.ts';
import { newEmail } from '../steps/new-email.ts';
import { readCode } from '../steps/read-code.ts';
import { nextCode, switchOnTwoFactor } from '../steps/switch-on-two-factor.ts';

test.describe('C-84, C-85 one e-mail field and a code', () => {
  test('by keyboard; the code is asked for again after a reload, and a wrong one is shown at its field', async ({
    page,
    sandbox,
  }) => {
    const email = newEmail();
    await page.goto('/');
    await exchange(page).submit.click();
    await expect(auth(page).email).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText(say('tpl:auth:fault_required'))).toBeVisible();
    await page.keyboard.type(email);
    const sent = countRequests(page, '/signin/code/new');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await expect(emailCode(page).code).toBeFocused();
    expect(sent()).toBe(1);
    const code = await readCode(sandbox, email);
    await page.reload();
    await exchange(page).submit.click();
    await expect(emailCode(page).sentTo(email)).toBeVisible();
    await expect(emailCode(page).countdown).toBeVisible();
    await emailCode(page).code.fill(code === '000000' ? '111111' : '000000');
    await expect(page.getByRole('alert')).toContainText('That code doesn’t match.');
    await emailCode(page).code.fill(code);
    await expect(address(page).field).toBeVisible();
  });

  test('the second factor is asked of the account that has one, below the code', async ({
    page,
    api,
    stack,
    sandbox,
  }) => {
    const client = await api.register();
    const key = await switchOnTwoFactor(stack.productUrl, client.tokens);
    await page.goto('/login?redirect=%2Fsettings');
    await auth(page).email.fill(client.email);
    await auth(page).sendCode.click();
    await emailCode(page).code.fill(await readCode(sandbox, client.email, 2));
    await expect(auth(page).secondCode).toBeFocused();
    await auth(page).secondCode.fill('000000');
    await page.keyboard.press('Enter');
    await expect(auth(page).secondCode).toHaveAttribute('aria-invalid', 'true');
    await auth(page).secondCode.fill(nextCode(key));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/settings$/);
  });

  test('another address, a password instead, and the code again', async ({ page }) => {
    await page.goto('/login');
    await auth(page).email.fill(newEmail());
    await auth(page).sendCode.click();
    await emailCode(page).otherEmail.click();
    await expect(auth(page).email).toBeFocused();
    await auth(page).usePassword.click();
    await expect(auth(page).loginTab).toHaveAttribute('aria-selected', 'true');
    await auth(page).useCode.click();
    await expect(auth(page).sendCode).toBeVisible();
  });
});
