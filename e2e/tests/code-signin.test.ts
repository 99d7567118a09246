import { expect, test } from '../fixtures.ts';
import { address } from '../pages/address.ts';
import { auth } from '../pages/auth.ts';
import { emailCode } from '../pages/email-code.ts';
import { exchange } from '../pages/exchange.ts';
import { destinations, settings } from '../pages/settings.ts';
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

  test('the button stays where it is pressed: what was wrong above it keeps its place until the answer', async ({
    page,
  }) => {
    let answer: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (answer = resolve));
    let isLost = true;
    await page.route('**/signin/code/new', async (route) => {
      if (isLost) return route.abort();
      await held;
      return route.continue();
    });
    await page.goto('/login');
    await auth(page).email.fill(newEmail());
    await auth(page).sendCode.click();
    await expect(page.getByRole('alert')).toBeVisible();
    isLost = false;
    const place = await auth(page).sendCode.boundingBox();
    await auth(page).sendCode.click();
    await expect(page.getByRole('alert')).toBeHidden();
    expect(await auth(page).sendCode.boundingBox()).toEqual(place);
    answer();
    await expect(emailCode(page).code).toBeFocused();
  });

  test('who has no password keeps a destination by a code of an e-mail', async ({ page, sandbox }) => {
    const email = newEmail();
    await page.goto('/login?redirect=%2Fsettings%2Fdestinations');
    await auth(page).email.fill(email);
    await auth(page).sendCode.click();
    await emailCode(page).code.fill(await readCode(sandbox, email));
    const book = destinations(page);
    await book.add.click();
    await book.to.selectOption('EUR sepa');
    await book.iban.fill('DE89370400440532013000');
    await book.holder.fill('Elin Maas');
    await book.name.fill('Savings');
    await expect(settings(page).password).toBeHidden();
    const keep = page.getByRole('button', { name: say('tpl:settings:destinations:keep') });
    await keep.click();
    await page.getByLabel(say('tpl:verification:code_label')).fill(await readCode(sandbox, email, 2));
    await keep.click();
    await expect(book.remove('Savings')).toBeVisible();
  });

  test('another address, a password instead, and the code again', async ({ page }) => {
    await page.goto('/login');
    await auth(page).email.fill(newEmail());
    await auth(page).sendCode.click();
    await emailCode(page).otherEmail.click();
    await expect(auth(page).email).toBeFocused();
    // The first one was right after all: its code is good, and no other may be asked for yet.
    await auth(page).sendCode.click();
    await expect(emailCode(page).code).toBeFocused();
    await expect(emailCode(page).countdown).toBeVisible();
    await emailCode(page).otherEmail.click();
    await auth(page).usePassword.click();
    await expect(auth(page).loginTab).toHaveAttribute('aria-selected', 'true');
    await auth(page).useCode.click();
    await expect(auth(page).sendCode).toBeVisible();
  });
});
