import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { cabinet } from '../pages/cabinet.ts';
import { companyChanges } from '../pages/company-changes.ts';
import { operations } from '../pages/operations.ts';
import { passkeys } from '../pages/passkeys.ts';
import { phone } from '../pages/phone.ts';
import { destinations, settings } from '../pages/settings.ts';
import { transactions } from '../pages/transactions.ts';
import { say } from '../say.ts';
import { addAuthenticator } from '../steps/add-authenticator.ts';
import { newEmail, password } from '../steps/new-email.ts';
import { signIn } from '../steps/sign-in.ts';
import { press, type } from '../steps/tab-to.ts';
import { signInWithBalance } from '../steps/top-up.ts';

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(cabinet(page).heading).toBeVisible();
}

test('8-12 by the keyboard alone: money, rewards and orders', async ({ page, context, api, sandbox }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signInWithBalance({ context, api, sandbox }, '150');

  await open(page, '/affiliate');
  await press(page, page.getByRole('button', { name: say('tpl:affiliate:copy') }));
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/\?ref=[0-9A-Z]{10}$/);
  for (const part of ['statistic', 'statement', 'payouts']) {
    await press(page, page.getByRole('link', { name: say(`tpl:affiliate:${part}`) }));
    await expect(page).toHaveURL(`/affiliate/${part}`);
  }

  await open(page, '/balance');
  await press(page, operations(page).all);
  await expect(page).toHaveURL('/balance/operations');
  await press(page, operations(page).links.first());
  await expect(page).toHaveURL(/\/order-status\//);

  await open(page, '/transactions');
  const list = transactions(page);
  await press(page, list.openFilters);
  await press(page, list.choice('status_open'));
  await press(page, list.apply);
  await expect(list.nothingFits).toBeVisible();
  await press(page, list.clear);
  await press(page, list.rows.getByRole('link'));
  await expect(page).toHaveURL(/\/order-status\//);
});

test('8-12 by the keyboard alone: the settings, and where withdrawals go', async ({
  page,
  context,
  api,
  publishAgreement,
}) => {
  await addAuthenticator(page);
  await signIn(context, await api.register());
  const screen = settings(page);

  await open(page, '/settings');
  await press(page, screen.changePassword);
  await expect(page).toHaveURL('/settings/change-password');
  const other = `${password} too`;
  await type(page, screen.oldPassword, password);
  await type(page, screen.newPassword, other);
  await type(page, screen.repeatPassword, other);
  await page.keyboard.press('Enter');
  await expect(screen.saved).toBeVisible();

  await open(page, '/settings/phone');
  await type(page, phone(page).number, '+447911123456');
  await page.keyboard.press('Enter');
  await expect(phone(page).code).toBeVisible();

  await open(page, '/settings/email');
  await type(page, screen.newEmail, newEmail());
  await type(page, screen.password, other);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel(say('tpl:auth:second_code'))).toBeFocused();

  await open(page, '/settings/data-export');
  await press(page, screen.requestCopy);
  await expect(screen.requestCopy).toHaveCount(0);

  const book = destinations(page);
  await open(page, '/settings/destinations');
  await press(page, book.add);
  await type(page, book.to, 'EUR');
  await type(page, book.iban, 'DE89 3704 0044 0532 0130 00');
  await type(page, book.holder, 'Ada Lovelace');
  await type(page, book.name, 'Savings');
  await type(page, screen.password, other);
  await page.keyboard.press('Enter');
  await press(page, book.rename('Savings'));
  await type(page, book.name, 'Rent');
  await page.keyboard.press('Enter');
  await press(page, book.remove('Rent'));
  await press(page, book.removeIt);
  await expect(book.empty).toBeVisible();
  await press(page, book.wait, 'Space');
  await expect(book.wait).toBeChecked();

  await open(page, '/settings/passkeys');
  await type(page, passkeys(page).password, other);
  await page.keyboard.press('Enter');
  await press(page, screen.codesKept);
  await expect(screen.heading).toBeVisible();

  const title = await publishAgreement();
  await open(page, '/settings');
  await expect(companyChanges(page).titled(title)).toBeVisible();
  await press(page, companyChanges(page).agree, 'Space');
  await press(page, companyChanges(page).accept);
  await expect(page).toHaveURL('/settings');
});
