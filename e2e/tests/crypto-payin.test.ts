import { expect, test } from '../fixtures.ts';
import { deposit } from '../pages/deposit.ts';
import { order } from '../pages/order.ts';
import { openDepositOrder } from '../steps/open-paid-outside.ts';

test('an order paid in coins shows its address, sees them on the network, and pays the bank account', async ({
  page,
  context,
  api,
  sandbox,
  checkBooks,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const { niceId } = await openDepositOrder({ page, context, api });
  const screen = deposit(page);
  await expect(screen.heading('0.00500000 BTC')).toBeVisible();
  await expect(page.getByText(/write to support .* whether it can be sent back/)).toBeVisible();
  await screen.copy.click();
  const address = await page.evaluate(() => navigator.clipboard.readText());
  expect(await screen.address.textContent()).toBe(address);
  const inWallet = page.locator('a[href^="bitcoin:"]');
  await expect(inWallet, 'a phone opens its wallet').toHaveAttribute('href', /^bitcoin:\w+\?amount=0\.005/);
  await expect(inWallet).toBeHidden();

  await sandbox.send('bitcoin', { address, amount: '0.005' });
  await expect(screen.seen).toBeVisible({ timeout: 20_000 });
  await expect(screen.transaction).toHaveText(/^[0-9a-f]{6,10}…[0-9a-f]{4}$/);
  await sandbox.mine('bitcoin', 1);
  await expect(order(page).finished).toBeVisible({ timeout: 40_000 });
  await expect(page.getByText('Sent to your bank account')).toBeVisible();
  const payouts = await sandbox.bankPayouts(niceId);
  expect(payouts).toMatchObject([{ iban: 'DE89370400440532013000', currency: 'EUR', status: 'settled' }]);
  await checkBooks();
});
