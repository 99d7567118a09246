import { expect, test } from '../fixtures.ts';
import { expectRightToLeft, expectThemes } from '../checks/expect-looks.ts';
import { say } from '../say.ts';
import { signIn } from '../steps/sign-in.ts';
import { tabTo } from '../steps/tab-to.ts';

test('C-88 the value of the balance over time: slow, failed, as a line, and the same as a table by keyboard', async ({
  page,
  context,
  api,
}) => {
  await signIn(context, await api.demoClient());
  const chart = page.getByRole('region', { name: say('tpl:home:value') });
  await page.route('**/balance/value_history', (route) => route.abort());
  await page.goto('/balance');
  await expect(chart.getByRole('button', { name: say('tpl:common:try_again') })).toBeVisible();
  await page.unroute('**/balance/value_history');
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/balance/value_history', async (route) => {
    await asked;
    await route.continue();
  });
  await page.reload();
  await expect(chart.locator('[aria-busy="true"]')).toBeVisible();
  answer();
  await expect(chart.getByRole('img')).toBeVisible();
  await expect(chart.getByRole('img')).toHaveAccessibleName(/EUR .*EUR /);
  const request = page.waitForRequest(
    (sent) => sent.url().endsWith('/balance/value_history') && sent.postData() === 'period=week',
  );
  await chart.getByText(say('tpl:home:value_week')).click();
  await request;
  const table = chart.locator('summary');
  await tabTo(page, table);
  await page.keyboard.press('Enter');
  await expect(chart.getByRole('row')).toHaveCount(8);
  await expect(chart.getByRole('row').nth(1)).toContainText('EUR');
});

test('C-88 the chart in both themes, at 320 and 1440 px, and from right to left', async ({ page, context, api }) => {
  await signIn(context, await api.demoClient());
  const chart = page.getByRole('region', { name: say('tpl:home:value') });
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/balance');
    await chart.getByText(say('tpl:home:value_table')).click();
    await expectThemes(page, String(width));
    await expectRightToLeft(page, String(width));
  }
});
