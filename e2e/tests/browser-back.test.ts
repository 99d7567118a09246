import { expect, test } from '../fixtures.ts';
import { address } from '../pages/address.ts';
import { exchange } from '../pages/exchange.ts';
import { say } from '../say.ts';
import { fillAddress } from '../steps/fill-address.ts';
import { signIn } from '../steps/sign-in.ts';

test('4.3-01 the browser’s Back leads from a step to the exchange with its amount, and from there out of the widget', async ({
  page,
  context,
  api,
}) => {
  await signIn(context, await api.register());
  await page.goto('/licences.txt');
  await page.goto('/');
  const first = exchange(page);
  await first.payin.fill('300');
  await expect(first.buy).toBeEnabled();
  await first.buy.click();
  const where = address(page);
  await expect(where.heading).toBeVisible();
  await page.goBack();
  await expect(first.payin).toHaveValue('300');
  await first.buy.click();
  await expect(where.heading).toBeVisible();
  // The arrow leaves no entry behind.
  await page.getByRole('button', { name: say('tpl:common:back') }).click();
  await expect(first.payin).toBeVisible();
  await expect.poll(() => page.evaluate(() => history.state)).toBeNull();
  await first.buy.click();
  await page
    .getByRole('banner')
    .getByRole('button', { name: /notification/i })
    .click();
  await expect(page).toHaveURL(/\/notifications$/);
  await page.goBack();
  await expect(where.heading).toBeVisible();
  // Loaded again the page begins with the exchange: the entry of the step is left once the page has joined.
  await page.reload();
  await expect(first.payin).toHaveValue('300');
  await expect.poll(() => page.evaluate(() => history.state)).toBeNull();
  await page.goBack();
  await expect(page).toHaveURL(/licences\.txt$/);
});

test('4.3-01 Back from an order that was just placed leads to the exchange, and Forward to the order', async ({
  page,
  context,
  api,
  sandbox,
}) => {
  await signIn(context, await api.register());
  // A transfer: a card's page leads on to the acquirer's.
  await page.goto('/?payin_currency=EUR&payin_group=sepa&payin_amount=250');
  const first = exchange(page);
  await expect(first.buy).toBeEnabled();
  await first.buy.click();
  await fillAddress(page, sandbox);
  await expect(page).toHaveURL(/\/order-status\//);
  const url = page.url();
  await page.goBack();
  await expect(first.payin).toBeVisible();
  await expect.poll(() => page.evaluate(() => history.state)).toBeNull();
  await page.goForward();
  await expect(page).toHaveURL(url);
});
