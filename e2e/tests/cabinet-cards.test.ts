import { expect, test } from '../fixtures.ts';
import { expectLooks } from '../checks/expect-looks.ts';
import { settings } from '../pages/settings.ts';
import { say } from '../say.ts';
import { keepCard } from '../steps/keep-card.ts';
import { signIn } from '../steps/sign-in.ts';

const isList = (url: URL) => url.pathname === '/cards';

test('1-18, C-35, C-36 the saved cards: none yet, failed, slow, listed with what is wrong with each, and deleted by keyboard', async ({
  page,
  context,
  api,
  sandbox,
  stack,
}) => {
  const client = await api.register();
  await signIn(context, client);
  await page.goto('/settings');
  await settings(page).cards.click();
  await expect(page).toHaveURL('/settings/cards');
  await expect(page.getByText(say('tpl:settings:cards:empty'), { exact: true })).toBeVisible();

  await keepCard(stack.databaseUrl, client.email, { acquirerToken: await sandbox.cardToken('4242424242424242') });
  await keepCard(stack.databaseUrl, client.email, { last4: '9979', isRestricted: true });
  await keepCard(stack.databaseUrl, client.email, { last4: '0077', expYear: 2025 });
  await page.route(isList, (route) => route.abort());
  await page.reload();
  const again = page.getByRole('button', { name: say('tpl:common:try_again') });
  await expect(again).toBeVisible();
  await page.unroute(isList);
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route(isList, async (route) => {
    await asked;
    await route.continue();
  });
  await page.reload();
  await expect(page.getByRole('main').locator('[aria-busy="true"]').first()).toBeVisible();
  answer();
  const remove = (last4: string) =>
    page.getByRole('button', { name: say('tpl:card:remove', { number: last4 }), exact: true });
  await expect(remove('4242')).toBeVisible();
  await expect(page.getByText(say('tpl:settings:cards:restricted'))).toBeVisible();
  await expect(page.getByText(say('tpl:settings:cards:expired'))).toBeVisible();

  await expectLooks(page);

  await page.getByRole('button', { name: say('tpl:settings:cards:rename', { number: '4242' }), exact: true }).click();
  await page.getByLabel(say('tpl:settings:cards:name'), { exact: true }).fill('Travel');
  await page.getByRole('button', { name: say('tpl:settings:cards:name_save'), exact: true }).click();
  await expect(page.getByText(/^Travel · Visa/), 'C-36a, 5-E21 by the name that it was given').toBeVisible();

  await remove('4242').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: say('tpl:card:remove_yes'), exact: true }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByText(say('tpl:settings:cards:removed'))).toBeVisible();
  await expect(remove('4242')).toHaveCount(0);
  await expect(remove('9979')).toBeVisible();
  await page.reload();
  await expect(remove('9979')).toBeVisible();
  await expect(remove('4242')).toHaveCount(0);
});
