import type { Locator } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { auth } from '../pages/auth.ts';
import { exchange } from '../pages/exchange.ts';
import { picker } from '../pages/picker.ts';
import { openLogIn } from '../steps/open-log-in.ts';
import { signIn } from '../steps/sign-in.ts';

test.use({ contextOptions: { forcedColors: 'active' } });

/** Whether a line is drawn around it or, by `pseudo`, around a part of it. */
function isOutlined(control: Locator, pseudo?: string): Promise<boolean> {
  return control.evaluate((element, part) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
    return outlineStyle !== 'none' && outlineWidth !== '0px';
  }, pseudo);
}

test('WCAG 1.4.11 what is chosen, open or on can be seen where the browser sets the colours', async ({
  page,
  context,
  api,
}) => {
  await page.goto('/');
  await exchange(page).payinCurrency.click();
  const tile = picker(page).sheet.getByRole('button', { name: 'EUR' });
  expect(await isOutlined(tile), 'the chosen tile').toBe(true);
  await picker(page).search.press('ArrowDown');
  const active = await picker(page).search.getAttribute('aria-activedescendant');
  expect(await isOutlined(page.locator(`[id="${active}"]`), '::after'), 'the row that Enter takes').toBe(true);
  await page.keyboard.press('Escape');
  await openLogIn(page);
  await auth(page).usePassword.click();
  expect(await isOutlined(auth(page).loginTab), 'the open tab').toBe(true);
  expect(await isOutlined(auth(page).registerTab)).toBe(false);

  await signIn(context, await api.register());
  await page.goto('/affiliate/statistic');
  expect(await isOutlined(page.locator('main [aria-current=page]')), 'the open page').toBe(true);
  await page.goto('/settings/destinations');
  const thumb = await page
    .getByRole('switch')
    .evaluate((element) => [getComputedStyle(element).appearance, getComputedStyle(element, '::after').content]);
  expect(thumb, 'a switch is the browser’s own').toEqual(['auto', 'none']);
  await page.goto('/discount');
  const bar = page.getByRole('progressbar').first();
  await expect(bar).toBeVisible();
  expect(await bar.evaluate((element) => getComputedStyle(element).borderTopStyle), 'the bar').toBe('solid');
});
