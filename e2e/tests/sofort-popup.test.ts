import { expect, test } from '../fixtures.ts';
import { order } from '../pages/order.ts';
import { payment } from '../pages/payment.ts';
import { findPayment } from '../steps/find-payment.ts';
import { mineUntil } from '../steps/mine-until.ts';
import { openOrder } from '../steps/open-order.ts';

const preorder = { payin_group: 'sofort' };

test.describe('A-044 a payment in a popup', () => {
  test('opens in the click at a blank page, moves to the bank, closes by itself, and the order goes on to ETH', async ({
    page,
    context,
    api,
    sandbox,
    checkBooks,
  }) => {
    const destination = await sandbox.outsideAddress('ethereum');
    const ether = { payout_currency: 'ETH', payout_group: 'ethereum', dst_address: destination };
    const { niceId } = await openOrder({ page, context, api, preorder: { ...preorder, ...ether } });
    const opening = context.waitForEvent('page');
    await payment(page).open.click();
    const bank = await opening;
    await bank.waitForURL(/sofort/);
    await expect(page.getByRole('heading', { name: 'Approve 250 EUR in your bank app' })).toBeVisible();
    await sandbox.settlePayment(await findPayment(sandbox, niceId), 'approved');
    await expect(order(page).inProgress).toBeVisible({ timeout: 20_000 });
    await expect.poll(() => bank.isClosed()).toBe(true);
    await mineUntil(sandbox, order(page).finished, 'ethereum');
    expect((await sandbox.balance('ethereum', destination)).transactions).toHaveLength(1);
    await checkBooks();
  });

  test('a blocked popup leaves a button to the payment', async ({ page, context, api }) => {
    await context.addInitScript(() => {
      window.open = () => null;
    });
    await openOrder({ page, context, api, preorder });
    await payment(page).open.click();
    await expect(page.getByText('Your browser blocked the payment window.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Go to payment' })).toBeVisible();
  });
});
