import { expect, test } from '../fixtures.ts';
import { cabinet } from '../pages/cabinet.ts';
import { menu } from '../pages/menu.ts';
import { say } from '../say.ts';
import { signIn } from '../steps/sign-in.ts';

test('1-21, 2.1-19, A-116 a new client finds the first tier and what is left to the next', async ({
  page,
  context,
  api,
}) => {
  await signIn(context, await api.register());
  await page.goto('/');
  await menu(page).open.click();
  await menu(page).entry('discount').click();
  await expect(page).toHaveURL('/discount');
  await expect(cabinet(page).heading).toHaveText(say('tpl:menu:discount'));
  const tiers = page.getByRole('listitem');
  await expect(tiers).toHaveCount(4);
  await expect(tiers.first()).toContainText(say('tpl:discount:here'));
  await expect(page.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '0');
  await expect(page.getByText(/2\s000\sEUR to go/)).toBeVisible();
});

test('A-116 a page that does not come says so, and comes at the next try', async ({ page, context, api }) => {
  await signIn(context, await api.register());
  await page.route('**/onramp/discount-config', (route) => route.fulfill({ status: 500, json: {} }));
  await page.goto('/discount');
  const again = page.getByRole('button', { name: say('tpl:common:try_again') });
  await expect(again).toBeVisible();
  await page.unroute('**/onramp/discount-config');
  await again.click();
  await expect(page.getByRole('progressbar')).toBeVisible();
});

test('A-116 without tiers the page says so', async ({ page, context, api }) => {
  await signIn(context, await api.register());
  const texts = { current_tier: '', left_before_discount: '', next_level: '', prev_fee: '', tier_name: '' };
  const numbers = { current_percent: 0, max_percent: 0, vip_discount: 0, tier_number: 0 };
  const json = { conf: [], currency: 'EUR', current_fee: '1.4000', total: '0.00', ...texts, ...numbers };
  await page.route('**/onramp/discount-config', (route) => route.fulfill({ json }));
  await page.goto('/discount');
  await expect(page.getByText(say('tpl:discount:none'))).toBeVisible();
});
