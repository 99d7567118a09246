import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { deposit } from '../pages/deposit.ts';
import { order } from '../pages/order.ts';
import { findMisfits } from '../checks/find-misfits.ts';
import { decision } from '../pages/decision.ts';
import { say } from '../say.ts';
import { openOrder } from '../steps/open-order.ts';
import { coinsToBank, openDepositOrder } from '../steps/open-paid-outside.ts';

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

/** The address that the order on screen waits at. */
async function addressOf(page: Page): Promise<string> {
  return (await deposit(page).address.textContent()) ?? '';
}

test('4.10-08 fewer coins are shown as they came, the rest is not asked for twice, and what goes back goes to the balance', async ({
  page,
  context,
  api,
  sandbox,
  checkBooks,
}) => {
  await openDepositOrder({ page, context, api });
  const address = await addressOf(page);
  await sandbox.send('bitcoin', { address, amount: '0.002' });
  await expect(deposit(page).seen).toBeVisible({ timeout: 20_000 });
  await expect(page.getByText('0.00200000 BTC', { exact: true })).toBeVisible();
  await expect(page.getByText(say('tpl:payment:deposit_seen_less', { amount: '0.00500000 BTC' }))).toBeVisible();
  await sandbox.mine('bitcoin', 1);
  const question = decision(page, 'crypto');
  await expect(question.partial('0.00200000 BTC', '0.00500000 BTC')).toBeVisible({ timeout: 40_000 });

  const rest = page.locator('summary').filter({ hasText: say('tpl:payment:rest_title') });
  await expect(rest).toContainText('0.00300000 BTC');
  await sandbox.send('bitcoin', { address, amount: '0.001' });
  await expect(page.getByText(say('tpl:payment:rest_seen', { amount: '0.00100000 BTC' }))).toBeVisible({
    timeout: 40_000,
  });
  await expect(rest).toContainText('0.00200000 BTC');
  await sandbox.mine('bitcoin', 1);

  const back = question.sendBack('0.00300000 BTC');
  await expect(back).toBeVisible({ timeout: 40_000 });
  await back.click();
  await expect(page.getByText(/goes to your balance, not back the way it came/)).toBeVisible();
  await question.sure.click();
  await expect(page.getByText(say('tpl:order:refunded_to_balance'))).toBeVisible({ timeout: 40_000 });
  await page.goto('/balance');
  await expect(page.getByText('0.00300000 BTC').first()).toBeVisible();
  await checkBooks();
});

test('an exchange of coins ends with a receipt that fits 320 px, and its day stands in one line', async ({
  page,
  context,
  api,
  sandbox,
}) => {
  await page.setViewportSize({ width: 320, height: 760 });
  const { iban: _, beneficiary_account: __, ...coins } = coinsToBank;
  const toEther = {
    payout_currency: 'ETH',
    payout_group: 'ethereum',
    dst_address: await sandbox.outsideAddress('ethereum'),
  };
  await openOrder({
    page,
    context,
    api,
    preorder: { ...coins, ...toEther, is_floating_rate: '1', is_agree_rate: '1' },
  });
  const address = await addressOf(page);
  await sandbox.setPrice({ asset: 'ETH', eur: '2345.67', hold: true });
  await sandbox.send('bitcoin', { address, amount: '0.005' });
  await sandbox.mine('bitcoin', 1);
  await expect(async () => {
    await sandbox.mine('ethereum', 3);
    await expect(order(page).finished).toBeVisible({ timeout: 5_000 });
  }).toPass({ timeout: 80_000 });
  const lines = await page.getByText(/· \d+/).evaluate((element) => {
    const text = element.firstChild?.firstChild ?? element.firstChild;
    const at = /\d+\s\p{L}+,\s\d\d:\d\d/u.exec(text?.textContent ?? '');
    if (!text || !at) return 0;
    const range = document.createRange();
    range.setStart(text, at.index);
    range.setEnd(text, at.index + at[0].length);
    return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
  });
  expect.soft(lines).toBe(1);
  await order(page).receipt.click();
  await expect(
    page
      .getByRole('dialog')
      .getByText(/the rate of the moment counted/)
      .first(),
  ).toBeVisible();
  expect(await findMisfits(page)).toEqual([]);
});
