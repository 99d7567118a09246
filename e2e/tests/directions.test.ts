import { expect, test } from '../fixtures.ts';
import { address } from '../pages/address.ts';
import { cardForm } from '../pages/card-form.ts';
import { deposit } from '../pages/deposit.ts';
import { exchange } from '../pages/exchange.ts';
import { order } from '../pages/order.ts';
import { payment } from '../pages/payment.ts';
import { mineUntil } from '../steps/mine-until.ts';
import { openOrder } from '../steps/open-order.ts';
import { cards, onTheCard } from '../steps/pay-by-card.ts';
import { signIn } from '../steps/sign-in.ts';

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

  test('4.7-07, A-089 a card of dollars becomes money on another card', async ({
    page,
    context,
    api,
    sandbox,
    checkBooks,
  }) => {
    await signIn(context, await api.register());
    await page.goto('/?payin_currency=USD&payin_group=card&payin_amount=100&payout_currency=EUR&payout_group=card');
    await exchange(page).goOn.click();
    const where = address(page);
    await where.addCard.click();
    await where.cardFrame.getByLabel('Card number').fill('5555555555554444');
    await where.cardFrame.getByLabel('Expiry date').fill('1229');
    await where.cardFrame.getByLabel('Security code').fill('123');
    await where.useCard.click();
    await expect(where.cards.getByRole('radio', { name: /4444/ })).toBeChecked();
    await where.submit.click();
    const form = cardForm(page);
    const fields = page.frameLocator('form iframe').first();
    await fields.getByLabel('Card number').fill(cards.pays, { timeout: 20_000 });
    await fields.getByLabel('Expiry date').fill(onTheCard.expiry);
    await fields.getByLabel('Security code').fill(onTheCard.code);
    await form.name.fill(onTheCard.name);
    await form.pay('100 USD').click();
    await expect(order(page).finished).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('Sent to your card')).toBeVisible();
    const niceId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { card_payments: paid } = await sandbox.journal();
    expect(paid.filter(({ reference }) => reference === niceId)).toMatchObject([{ amount: '100.00', currency: 'USD' }]);
    expect(await sandbox.cardPayouts(niceId)).toMatchObject([{ currency: 'EUR', status: 'paid' }]);
    await checkBooks();
  });
});
