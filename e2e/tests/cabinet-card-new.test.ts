import { expect, test } from '../fixtures.ts';
import { expectLooks } from '../checks/expect-looks.ts';
import { address } from '../pages/address.ts';
import { settings } from '../pages/settings.ts';
import { say } from '../say.ts';
import { password } from '../steps/new-email.ts';
import { signIn } from '../steps/sign-in.ts';

test('1-18, C-92 a card is added by the acquirer’s own frame: agreed to, refused once, kept, and there after a reload', async ({
  page,
  context,
  api,
}) => {
  await signIn(context, await api.register());
  await page.goto('/settings/cards');
  const add = address(page).addCard;
  await add.focus();
  await page.keyboard.press('Enter');
  const title = say('tpl:settings:cards:add_title');
  const frame = page.frameLocator(`iframe[title="${title}"]`);
  await frame.getByLabel('Card number').fill('5555555555554444');
  await frame.getByLabel('Expiry date').fill('1229');
  await frame.getByLabel('Security code').fill('123');
  const save = page.getByRole('button', { name: say('tpl:settings:cards:add_save') });
  await expect(save).toBeDisabled();
  await save.press('Enter');
  const agree = page.getByRole('checkbox', { name: say('tpl:card:remember_agree') });
  await expect(agree).toHaveAccessibleDescription(/^Agree that your card is kept/);
  await expect(settings(page).password).toBeFocused();
  await expect(settings(page).password).toHaveAccessibleDescription(say('tpl:error:REQUIRED'));
  await agree.check({ force: true });
  await expect(save, 'money can go to it: the owner proves who adds it').toBeDisabled();
  const shown = settings(page).password;
  await shown.fill('not the owner’s');
  await expect(save).toBeEnabled();

  await expectLooks(page);

  await page.route('**/card/new', (route) => route.abort());
  await save.click();
  await expect(page.getByRole('alert').first()).toBeVisible();
  await page.unroute('**/card/new');
  await save.click();
  await expect(page.getByText(say('tpl:error:PASSWORD_WRONG'))).toBeVisible();
  await shown.fill(password);
  await save.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(say('tpl:settings:cards:added'))).toBeVisible();
  const remove = page.getByRole('button', { name: say('tpl:card:remove', { number: '4444' }), exact: true });
  await expect(remove).toBeVisible();
  await expect(add).toBeFocused();
  await page.reload();
  await expect(remove).toBeVisible();
});
