import { expect, test } from '../fixtures.ts';
import { deposit } from '../pages/deposit.ts';
import { order } from '../pages/order.ts';
import { payment } from '../pages/payment.ts';
import { mineUntil } from '../steps/mine-until.ts';
import { openOrder } from '../steps/open-order.ts';

test.describe('directions of an order, to the end', () => {
  test('EUR from a wallet account becomes a token', async ({ page, context, api, sandbox, checkBooks }) => {
    const destination = await sandbox.outsideAddress('ethereum');
    const preorder = {
      payin_group: 'wallet',
      payin_amount: '100',
      payout_currency: 'USDT',
      payout_group: 'ethereum',
      dst_address: destination,
    };
    const { niceId } = await openOrder({ page, context, api, preorder });
    const opening = context.waitForEvent('page');
    await payment(page).open.click();
    const wallet = await opening;
    await wallet.getByRole('button', { name: 'Approve' }).click();
    await expect(order(page).inProgress).toBeVisible({ timeout: 20_000 });
    await mineUntil(sandbox, order(page).finished, 'ethereum');
    const { card_payments: paid } = await sandbox.journal();
    expect(paid.filter(({ reference }) => reference === niceId)).toMatchObject([{ amount: '100.00', currency: 'EUR' }]);
    expect((await sandbox.balance('ethereum', destination, 'USDT')).transactions).toHaveLength(1);
    await checkBooks();
  });

  test('a token becomes Bitcoin', async ({ page, context, api, sandbox, checkBooks }) => {
    const destination = await sandbox.outsideAddress('bitcoin');
    const preorder = {
      payin_currency: 'USDT',
      payin_group: 'ethereum',
      payin_amount: '300',
      payout_group: 'bitcoin',
      dst_address: destination,
    };
    await openOrder({ page, context, api, preorder });
    const screen = deposit(page);
    await expect(screen.code).toBeVisible({ timeout: 20_000 });
    const address = (await screen.address.textContent()) ?? '';
    expect(address).toMatch(/^0x[0-9a-fA-F]{40}$/);
    await sandbox.send('ethereum', { address, asset: 'USDT', amount: '300' });
    await mineUntil(sandbox, order(page).inProgress, 'ethereum');
    await mineUntil(sandbox, order(page).finished);
    expect((await sandbox.balance('bitcoin', destination)).transactions).toHaveLength(1);
    await checkBooks();
  });

  test('ETH becomes money on the balance', async ({ page, context, api, sandbox, checkBooks }) => {
    const preorder = {
      payin_currency: 'ETH',
      payin_group: 'ethereum',
      payin_amount: '0.1',
      payout_currency: 'EUR',
      payout_group: 'balance',
    };
    await openOrder({ page, context, api, preorder });
    const screen = deposit(page);
    await expect(screen.code).toBeVisible({ timeout: 20_000 });
    await sandbox.send('ethereum', {
      address: (await screen.address.textContent()) ?? '',
      amount: '0.1',
      asset: 'ETH',
    });
    await mineUntil(sandbox, order(page).finished, 'ethereum');
    await expect(page.getByText('Added to your balance')).toBeVisible();
    await checkBooks();
  });

  test('Bitcoin becomes money on a card', async ({ page, context, api, sandbox, checkBooks }) => {
    const preorder = {
      payin_currency: 'BTC',
      payin_group: 'bitcoin',
      payin_amount: '0.005',
      payout_currency: 'EUR',
      payout_group: 'card',
      token: await sandbox.cardToken('5555555555554444'),
    };
    const { niceId } = await openOrder({ page, context, api, preorder });
    const screen = deposit(page);
    await expect(screen.code).toBeVisible({ timeout: 20_000 });
    await sandbox.send('bitcoin', { address: (await screen.address.textContent()) ?? '', amount: '0.005' });
    await mineUntil(sandbox, order(page).finished);
    await expect(page.getByText('Sent to your card')).toBeVisible();
    expect(await sandbox.cardPayouts(niceId)).toMatchObject([{ currency: 'EUR' }]);
    await checkBooks();
  });
});
