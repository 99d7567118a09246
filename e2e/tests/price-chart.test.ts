import { expect, test } from '../fixtures.ts';
import { expectRightToLeft, expectThemes } from '../checks/expect-looks.ts';
import { exchange } from '../pages/exchange.ts';
import { say } from '../say.ts';
import { openFees } from '../steps/open-fees.ts';
import { tabTo } from '../steps/tab-to.ts';

const title = say('tpl:chart:title', { one: '1\u00A0BTC' });

test('C-90 the past of a price is behind its rate: by keyboard, failed, as a line, its change, and as a table', async ({
  page,
}) => {
  await page.goto('/');
  const rate = page.getByRole('button', { name: /^1.BTC =/ });
  await expect(rate).toHaveAccessibleDescription(say('tpl:chart:more'));
  await page.route('**/onramp/price_history**', (route) => route.abort());
  await tabTo(page, rate);
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: title });
  await expect(sheet.getByRole('button', { name: say('tpl:common:try_again') })).toBeVisible();
  await page.unroute('**/onramp/price_history**');
  await sheet.getByRole('button', { name: say('tpl:common:try_again') }).click();
  const line = sheet.getByRole('img');
  await expect(line).toHaveAccessibleName(/EUR on .*EUR on .*%/);
  await expect(sheet.getByText(/^[▲▼] /)).toBeVisible();
  await expect(line.locator('canvas')).toBeVisible();

  const request = page.waitForRequest('**/onramp/price_history?base=BTC&quote=EUR&period=year');
  await sheet.getByText(say('tpl:chart:year'), { exact: true }).click();
  await request;
  await expect(line.locator('canvas')).toBeVisible();
  const before = await sheet.getByText(/EUR$/).first().textContent();
  await line.hover({ position: { x: 120, y: 90 } });
  await expect(sheet.getByText(/EUR$/).first(), 'the price under the pointer').not.toHaveText(before ?? '');

  await sheet.getByText(say('tpl:home:value_table')).click();
  expect(await sheet.getByRole('row').count()).toBeGreaterThan(25);
  await expect(sheet.getByRole('row').nth(1)).toContainText('EUR');
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(rate).toBeFocused();
});

test('C-90 the chart in both themes, at 320 and 1280 px, and from right to left', async ({ page }) => {
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/');
    const rate = page.getByRole('button', { name: /^1.BTC =/ });
    await expect(rate).toHaveAccessibleDescription(say('tpl:chart:more'));
    await rate.click();
    await expect(page.getByRole('img', { name: /EUR/ }).locator('canvas')).toBeVisible();
    await expectThemes(page, String(width));
    await expectRightToLeft(page, String(width));
  }
});

test('5-E14 each fee says who gets it, and the rate what fixed and floating mean', async ({ page }) => {
  await page.goto('/');
  await openFees(exchange(page));
  const fee = exchange(page).form.getByRole('button', { name: 'Service fee' });
  await expect(fee).toHaveAccessibleDescription(say('tpl:chart:more'));
  await fee.click();
  const sheet = page.getByRole('dialog', { name: 'Service fee' });
  await expect(sheet.getByText(say('tpl:chart:fee_service'))).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(fee).toBeFocused();
  await exchange(page).form.getByRole('button', { name: 'Network fee' }).click();
  await expect(page.getByRole('dialog').getByText(/^It goes to the network/)).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: /^1.BTC =/ }).click();
  await page.getByText(say('tpl:chart:kinds')).click();
  await expect(page.getByText(say('tpl:chart:fixed'))).toBeVisible();
});

test('5-E14 a fee of a sale says what it is worth in euros; one in euros says it once', async ({ page }) => {
  await page.goto('/?payin_currency=BTC&payin_group=bitcoin&payout_currency=EUR&payout_group=sepa');
  await openFees(exchange(page));
  const fee = exchange(page).form.getByRole('button', { name: 'Service fee' });
  await expect(fee).toHaveAccessibleDescription(say('tpl:chart:more'));
  await fee.click();
  await expect(page.getByRole('dialog').getByText(/^0\.\d+\sBTC ≈ \d+\.\d\d\sEUR$/)).toBeVisible();
  await page.goto('/');
  await openFees(exchange(page));
  await expect(fee).toHaveAccessibleDescription(say('tpl:chart:more'));
  await fee.click();
  await expect(page.getByRole('dialog').getByText(say('tpl:chart:fee_service'))).toBeVisible();
  await expect(page.getByRole('dialog').getByText('≈')).toHaveCount(0);
});
