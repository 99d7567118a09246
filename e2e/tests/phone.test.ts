import { expect, test } from '../fixtures.ts';
import { phone } from '../pages/phone.ts';
import { settings } from '../pages/settings.ts';
import { say } from '../say.ts';
import { password } from '../steps/new-email.ts';
import { readCode } from '../steps/read-code.ts';
import { signIn } from '../steps/sign-in.ts';

test('A-081 a phone number is confirmed by the code of a text message, and another one takes its place', async ({
  page,
  context,
  api,
  sandbox,
}) => {
  await signIn(context, await api.register());
  await page.goto('/settings/phone');
  const screen = phone(page);
  await screen.country.selectOption('DE');
  await screen.send.press('Enter');
  await expect(screen.number).toBeFocused();
  await expect(screen.number).toHaveAccessibleDescription(say('tpl:error:REQUIRED'));
  await screen.number.fill('12');
  await screen.send.click();
  await expect(page.getByText(say('tpl:error:PHONE_INVALID'))).toBeVisible();

  const [first, second] = ['+4915112345678', '+4915187654321'];
  await screen.number.fill('0151 12345678');
  await screen.send.click();
  await expect(screen.sentTo(first)).toBeVisible();
  await expect(screen.countdown).toBeVisible();
  const code = await readCode(sandbox, first);
  await screen.code.fill(code === '111111' ? '222222' : '111111');
  await expect(page.getByText('That code doesn’t match. Check the newest message on your phone.')).toBeVisible();
  await screen.code.fill(code);
  await expect(settings(page).heading).toBeVisible();

  await settings(page).phone.click();
  await expect(page.getByText(first)).toBeVisible();
  await screen.change.click();
  await expect(screen.country).toHaveValue('DE');
  await screen.number.fill(second);
  await settings(page).password.fill(password);
  await screen.send.click();
  await expect(page.getByText(/You can ask for a new code in \d+ second/)).toBeVisible();
});
