import { cabinet } from '../pages/cabinet.ts';
import { menu } from '../pages/menu.ts';
import { expect, test } from '../fixtures.ts';
import { say } from '../say.ts';

test('2.1-21, A-117 a visitor finds an answer by keyboard', async ({ page }) => {
  await page.goto('/faq');
  const { heading, search, questions, answer } = cabinet(page);
  await expect(heading).toHaveText(say('tpl:menu:faq'));
  await expect(page, 'WCAG 2.4.2').toHaveTitle(`${say('tpl:menu:faq')} · Causeway`);
  const all = await questions.count();
  expect(all).toBeGreaterThan(10);
  await search.fill('WRONG address');
  await expect(questions).toHaveCount(1);
  await expect(answer('address')).toBeHidden();
  await search.press('Tab');
  await page.keyboard.press('Enter');
  await expect(answer('address')).toBeVisible();
  await search.fill('nothing has these words');
  await expect(page.getByText(say('tpl:faq:none_text'))).toBeVisible();
  await search.fill('');
  await expect(questions).toHaveCount(all);
});

test('2.1-22, 2.4-02, A-045 the menu leads to the questions and to the page about the product', async ({ page }) => {
  await page.goto('/');
  const { heading, back } = cabinet(page);
  const { open, entry } = menu(page);
  await open.click();
  await entry('faq').click();
  await expect(page).toHaveURL(/\/faq$/);
  await open.click();
  await entry('about').click();
  await expect(page).toHaveURL(/\/about-causeway$/);
  await expect(heading).toHaveText(say('tpl:about:title', { brand: 'Causeway' }));
  await expect(page.getByRole('link', { name: 'support@example.com' })).toHaveAttribute(
    'href',
    'mailto:support@example.com',
  );
  await back.click();
  await expect(page).toHaveURL(/\/$/);
});

test('2.1-21, 1-41 the questions in Spanish', async ({ page }) => {
  await page.goto('/es/faq');
  await expect(cabinet(page).heading).toHaveText(say('tpl:menu:faq', {}, 'es'));
});
