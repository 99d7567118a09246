import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { address } from '../pages/address.ts';
import { auth } from '../pages/auth.ts';
import { emailCode } from '../pages/email-code.ts';
import { exchange } from '../pages/exchange.ts';
import { hostedPayment } from '../pages/hosted-payment.ts';
import { menu } from '../pages/menu.ts';
import { order } from '../pages/order.ts';
import { picker } from '../pages/picker.ts';
import { tabTo } from '../steps/tab-to.ts';
import { cards, onTheCard } from '../steps/pay-by-card.ts';
import { newEmail, password } from '../steps/new-email.ts';
import { readCode } from '../steps/read-code.ts';

async function typeCard(page: Page, number: string): Promise<void> {
  const form = hostedPayment(page);
  await tabTo(page, form.number);
  for (const value of [number, onTheCard.expiry, onTheCard.code, onTheCard.name]) {
    await page.keyboard.type(value);
    await page.keyboard.press('Tab');
  }
  await expect(form.pay).toBeFocused();
  await page.keyboard.press('Enter');
}

test.describe('the keyboard alone', () => {
  test('is enough for a whole purchase, with the focus in sight at every stop', async ({ page, sandbox }) => {
    await page.goto('/');
    const first = exchange(page);
    await tabTo(page, first.payin);
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.type('250');
    await tabTo(page, first.floating);
    await page.keyboard.press('ArrowRight');
    await expect(first.fixed).toBeChecked();
    await tabTo(page, first.fees);
    const isOpen = await first.feeLines.last().isVisible();
    await page.keyboard.press('Enter');
    await expect(first.feeLines.last()).toBeVisible({ visible: !isOpen });
    await tabTo(page, first.submit);
    await expect(first.submit).toBeEnabled();
    await page.keyboard.press('Enter');

    const account = auth(page);
    await expect(account.heading).toBeVisible();
    await tabTo(page, account.usePassword);
    await page.keyboard.press('Enter');
    await tabTo(page, account.loginTab);
    await page.keyboard.press('ArrowRight');
    await expect(account.registerTab).toBeFocused();
    const email = newEmail();
    await tabTo(page, account.email);
    await page.keyboard.type(email);
    await tabTo(page, account.newPassword);
    await page.keyboard.type(password);
    await tabTo(page, account.terms);
    await page.keyboard.press('Space');
    await tabTo(page, account.register);
    await page.keyboard.press('Enter');

    await expect(emailCode(page).code).toBeFocused();
    await page.keyboard.type(await readCode(sandbox, email));
    const where = address(page);
    await expect(where.field).toBeFocused();
    await page.keyboard.type(await sandbox.outsideAddress('bitcoin'));
    // As in any field of one line, though the address wraps.
    await page.keyboard.press('Enter');

    await typeCard(page, cards.asks);
    await tabTo(page, hostedPayment(page).approve);
    await page.keyboard.press('Enter');
    await expect(order(page).inProgress).toBeVisible();
  });

  test('opens popups, walks them, and comes back to where it was', async ({ page }) => {
    await page.goto('/');
    const first = exchange(page);
    await tabTo(page, first.payoutCurrency);
    await page.keyboard.press('Enter');
    const sheet = picker(page);
    await expect(sheet.search).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(sheet.sheet).toBeHidden();
    await expect(first.payoutCurrency).toBeFocused();

    await page.keyboard.press('Space');
    await expect(sheet.search).toBeFocused();
    await page.keyboard.type('usdt');
    await page.keyboard.press('Enter');
    await expect(sheet.networks).toBeVisible();
    await expect(sheet.networks.getByRole('radio', { checked: true })).toBeFocused();
    await page.keyboard.press('ArrowDown');
    await expect(sheet.networks.getByRole('radio').nth(1)).toBeChecked();
    await page.keyboard.press('Enter');
    await expect(sheet.sheet, 'Enter on a choice confirms it').toBeHidden();
    await expect(first.payoutCurrency).toContainText('USDT');
    await expect(first.payoutCurrency).toBeFocused();

    await page.keyboard.press('Enter');
    await expect(sheet.search).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(sheet.sheet).toBeHidden();
    await expect(first.payoutCurrency).toBeFocused();

    const bar = menu(page);
    await tabTo(page, bar.open);
    await page.keyboard.press('Enter');
    await expect(bar.entry('language')).toBeVisible();
    for (let stop = 0; stop < 8; stop += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(bar.sheet).toBeHidden();
    await expect(bar.open).toBeFocused();
  });
});
