import { expect, test } from '../fixtures.ts';
import { address } from '../pages/address.ts';
import { exchange } from '../pages/exchange.ts';
import { fillAddress } from '../steps/fill-address.ts';
import { signIn } from '../steps/sign-in.ts';

test('a locked price that ended is shown again and asked about, and the order is never made at another one', async ({
  page,
  context,
  api,
  sandbox,
}) => {
  await signIn(context, await api.register());
  await page.goto('/');
  const first = exchange(page);
  await expect(first.submit).toBeEnabled();
  await first.chooseFixed();
  await expect(first.rate).toContainText(/Locked for \d:\d\d/);
  // A missing quote is handled like an expired one.
  let isFirst = true;
  await page.route('**/onramp/o/new', async (route) => {
    const form = new URLSearchParams(route.request().postData() ?? '');
    if (isFirst) form.set('quote', `${form.get('quote')}x`);
    isFirst = false;
    await route.continue({ postData: form.toString() });
  });
  await first.submit.click();
  await fillAddress(page, sandbox);
  const where = address(page);
  await expect(where.priceChanged).toBeVisible();
  await expect(page).not.toHaveURL(/\/order-status\//);
  await expect(where.submit).toBeEnabled();
  await where.submit.click();
  await expect(page).toHaveURL(/\/order-status\/|\/acquirer\//, { timeout: 30_000 });
});
