import { storageBySite } from '@causeway/testing/light-chromium';
import { chromium } from '@playwright/test';
import { generateSync } from 'otplib';
import { expect, test } from '../fixtures.ts';
import { auth } from '../pages/auth.ts';
import { emailCode } from '../pages/email-code.ts';
import { menu } from '../pages/menu.ts';
import { passkeys } from '../pages/passkeys.ts';
import { settings } from '../pages/settings.ts';
import { shop } from '../pages/shop.ts';
import { openLogIn } from '../steps/open-log-in.ts';
import { say } from '../say.ts';
import { addAuthenticator } from '../steps/add-authenticator.ts';
import { password } from '../steps/new-email.ts';
import { openSettings } from '../steps/open-settings.ts';
import { readResetLink } from '../steps/read-reset-link.ts';
import { register } from '../steps/register.ts';
import { nextCode } from '../steps/switch-on-two-factor.ts';

test('A-061, A-063, A-066, A-112, A-113, C-61a in a frame of another site, whose storage is the frame’s own: registering, two-factor, another password, a passkey, log-out, a forgotten password, the passkey as second factor, two-factor off', async ({
  launchOptions,
  stack,
  sandbox,
}) => {
  const browser = await chromium.launch({ ...launchOptions, args: [...(launchOptions.args ?? []), storageBySite] });
  const context = await browser.newContext({ viewport: { width: 1100, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  await addAuthenticator(page);
  await page.goto(stack.partnerUrl);
  const { widget } = shop(page);
  const [screen, keys] = [settings(widget), passkeys(widget)];
  await openLogIn(widget);
  const email = await register(widget, sandbox);
  await expect(emailCode(widget).heading).toBeHidden();

  await openSettings(widget);
  await screen.twoFactor.click();
  const key = await screen.readKey();
  await screen.password.fill(password);
  await screen.code.fill(generateSync({ secret: key }));
  await expect(screen.recoveryCodes).toHaveCount(10);
  const [forPasskey = '', forEnd = ''] = await screen.recoveryCodes.allInnerTexts();
  await screen.codesKept.click();

  await screen.changePassword.click();
  const second = 'another horse battery';
  await screen.oldPassword.fill(password);
  await screen.newPassword.fill(second);
  await screen.repeatPassword.fill(second);
  await screen.savePassword.click();
  await auth(widget).secondCode.fill(nextCode(key));
  await screen.savePassword.click();
  await expect(screen.saved).toBeVisible();

  await screen.passkeys.click();
  await keys.password.fill(second);
  await keys.add.click();
  await auth(widget).secondCode.fill(forPasskey);
  await keys.add.click();
  await expect(keys.remove('Passkey 1')).toBeVisible();

  await menu(widget).open.click();
  await menu(widget).entry('logout').click();
  await auth(widget).usePassword.click();
  await auth(widget).forgotten.click();
  await expect(auth(widget).sendLink).toBeVisible();
  await auth(widget).email.fill(email);
  await auth(widget).sendLink.click();
  await expect(auth(widget).linkSent).toBeVisible();
  // E-mails are opened outside the frame.
  const outside = await context.newPage();
  await outside.goto(stack.productUrl + (await readResetLink(sandbox, email)));
  const third = 'a third horse battery';
  await settings(outside).newPassword.fill(third);
  await settings(outside).repeatPassword.fill(third);
  await auth(outside).saveReset.click();
  await expect(auth(outside).email).toBeVisible();

  await widget.getByRole('button', { name: say('tpl:common:back') }).click();
  await auth(widget).email.fill(email);
  await auth(widget).password.fill(third);
  await auth(widget).logIn.click();
  await keys.instead.click();
  await expect(auth(widget).email).toBeHidden();
  expect(await outside.evaluate(() => localStorage.getItem('causeway.session')), 'kept outside').toBeNull();

  await openSettings(widget);
  await screen.twoFactor.click();
  await screen.password.fill(third);
  await screen.offCode.fill(forEnd);
  await screen.turnOff.click();
  await expect(widget.getByRole('img', { name: say('tpl:settings:2fa:qr') })).toBeVisible();
  expect(await context.cookies()).toEqual([]);
  await browser.close();
});
