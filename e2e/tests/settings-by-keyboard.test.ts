import { generateSync } from 'otplib';
import { expect, test } from '../fixtures.ts';
import { settings } from '../pages/settings.ts';
import { verification } from '../pages/verification.ts';
import { say } from '../say.ts';
import { countRequests } from '../steps/count-requests.ts';
import { password } from '../steps/new-email.ts';
import { signIn } from '../steps/sign-in.ts';
import { press, tabTo } from '../steps/tab-to.ts';

test('A-112, C-63 by the keyboard alone two-factor goes on and off and the account is deleted; Enter twice asks once', async ({
  page,
  context,
  api,
}) => {
  await signIn(context, await api.register());
  await page.goto('/settings');
  const screen = settings(page);
  const enterTwice = async () => {
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
  };
  await tabTo(page, screen.twoFactor);
  await page.keyboard.press('Enter');
  const key = await screen.readKey();
  await tabTo(page, screen.password);
  await page.keyboard.type(password);
  await tabTo(page, screen.code);
  await page.keyboard.type(generateSync({ secret: key }));
  await expect(screen.codesHeading).toBeFocused();
  const recovery = await screen.recoveryCodes.first().innerText();
  await tabTo(page, screen.codesKept);
  await page.keyboard.press('Enter');

  await tabTo(page, screen.twoFactor);
  await page.keyboard.press('Enter');
  await tabTo(page, screen.password);
  await page.keyboard.type(password);
  await tabTo(page, screen.offCode);
  await page.keyboard.type(recovery);
  const turnedOff = countRequests(page, '/client/two_factor/disable');
  await tabTo(page, screen.turnOff);
  await enterTwice();
  await expect(screen.turnOn).toBeVisible();
  expect(turnedOff()).toBe(1);

  await page.goto('/settings/delete-account');
  await tabTo(page, screen.password);
  await page.keyboard.type('not the password');
  await tabTo(page, screen.deletionWord);
  await page.keyboard.type(say('tpl:settings:delete-account:word'));
  await page.keyboard.press('Enter');
  await expect(page.getByText(say('tpl:error:PASSWORD_WRONG'))).toBeVisible();
  await expect(screen.password).toBeFocused();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(password);
  const deleted = countRequests(page, '/client/delete_account');
  await tabTo(page, screen.remove);
  await enterTwice();
  await expect(page.getByText(say('tpl:settings:delete-account:done'))).toBeVisible();
  expect(deleted()).toBe(1);
});

test('8-12 by the keyboard alone: the devices', async ({ page, context, api }) => {
  const there = await api.demoClient();
  await signIn(context, await api.demoClient());
  const screen = settings(page);

  await page.goto('/settings/devices');
  await press(page, screen.endOthers);
  await expect(screen.endOthers).toBeHidden();
  expect(await api.isSignedIn(there)).toBe(false);
});

test('WCAG 2.4.3 a page that was opened by its link, and the one before it, begin at their heading', async ({
  page,
  context,
  api,
}) => {
  await signIn(context, await api.register());
  await page.goto('/settings');
  const screen = settings(page);
  const heading = page.getByRole('heading', { level: 1 });
  await press(page, screen.twoFactor);
  await expect(page).toHaveURL('/settings/2fa');
  await expect(heading).toBeFocused();
  await page.goBack();
  await expect(screen.twoFactor).toBeVisible();
  await expect(heading).toBeFocused();
  await page.goto('/verification');
  await press(page, verification(page).row('basic'));
  await expect(page).toHaveURL('/verification/basic');
  await expect(heading).toBeFocused();
});
