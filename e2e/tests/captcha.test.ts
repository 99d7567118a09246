import { expect, test } from '../fixtures.ts';
import { auth } from '../pages/auth.ts';
import { emailCode } from '../pages/email-code.ts';
import { say } from '../say.ts';
import { countRequests } from '../steps/count-requests.ts';
import { newEmail, password } from '../steps/new-email.ts';

test('8-03 with a captcha provider no sign-in succeeds while it fails, a message says so, and the same press signs in once it works', async ({
  page,
  sandbox,
  guarded,
}) => {
  const script = '**/captcha/api.js';
  await page.route(script, (route) => route.abort());
  await page.goto(`${guarded.url}/login?step=register`);
  const screen = auth(page);
  const email = newEmail();
  await screen.email.fill(email);
  await screen.newPassword.fill(password);
  await screen.terms.check();
  const asked = countRequests(page, '/signup');
  await screen.register.click();
  await expect(page.getByRole('alert')).toHaveText(say('tpl:common:network'));
  expect(asked()).toBe(0);

  await page.unroute(script);
  for (const fault of ['reject', 'error', 'non_json']) {
    await sandbox.makeFault({ provider: 'captcha', fault, count: 1 });
    await screen.register.click();
    await expect(page.getByRole('alert')).toHaveText(say('tpl:error:WRONG_CAPTCHA'));
  }
  expect(await sandbox.inbox(email)).toEqual([]);
  expect(asked()).toBe(3);

  await screen.register.click();
  await expect(emailCode(page).heading).toBeVisible();
});
