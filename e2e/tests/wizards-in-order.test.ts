import { runSql } from '@causeway/testing/run-sql';
import type { Page } from '@playwright/test';
import { findMisfits } from '../checks/find-misfits.ts';
import { findViolations } from '../checks/find-violations.ts';
import { expect, test } from '../fixtures.ts';
import { address } from '../pages/address.ts';
import { exchange } from '../pages/exchange.ts';
import { fileWizard } from '../pages/file-wizard.ts';
import { balanceDeposit } from '../pages/balance-deposit.ts';
import { order } from '../pages/order.ts';
import { phone } from '../pages/phone.ts';
import { picker } from '../pages/picker.ts';
import { verification } from '../pages/verification.ts';
import { say } from '../say.ts';
import { addFile } from '../steps/add-file.ts';
import { keepCard } from '../steps/keep-card.ts';
import { approveNewest } from '../steps/operate.ts';
import { openOrder } from '../steps/open-order.ts';
import { readCode } from '../steps/read-code.ts';
import { signIn } from '../steps/sign-in.ts';
import { typeAmount } from '../steps/type-amount.ts';

/** An exchange whose page has a link to the verification. */
const withLink = { description: '<a href="/verification">Verify</a>' };

/** Gives a client the level that approved wizards give. */
async function raiseLevel(databaseUrl: string, email: string, level: string): Promise<void> {
  await runSql(databaseUrl, 'update clients set level = $2 where email = $1', [email, level]);
}

/** Puts a picture into each place and sends them. */
async function send(page: Page, titles: readonly string[]): Promise<void> {
  for (const title of titles) await addFile(page, title);
  await fileWizard(page).send.click();
}

/**
 * Follows the link to the wizards. A step without its screen after five seconds falls back to the exchange (4.3-22),
 * which a busy machine may need.
 */
async function followLink(page: Page): Promise<void> {
  const link = page.getByRole('link', { name: 'Verify' });
  await expect(async () => {
    // Before the page has started, a press opens the link's own window in front of it.
    await page.bringToFront();
    if (await link.isVisible()) await link.click({ timeout: 1000 });
    await expect(verification(page).level('bank_statement')).toBeVisible({ timeout: 8000 });
  }).toPass({ timeout: 60_000 });
}

const back = (page: Page) => page.getByRole('button', { name: say('tpl:common:back') }).first();

test.describe('4.3 wizards inside an order', () => {
  for (const [level, amount, wizard, proof] of [
    ['identity', '6000', 'address', 'proof_utility'],
    ['address', '25000', 'bank_statement', 'proof_tax_statement'],
  ] as const)
    test(`the ${wizard} is a step: sent, looked at, and the order goes on where it stood`, async ({
      page,
      context,
      api,
      stack,
    }) => {
      const client = await api.register();
      await api.giveBasic(client);
      await raiseLevel(stack.databaseUrl, client.email, level);
      await signIn(context, client);
      await page.goto('/?payinCurrency=EUR&payinGroup=sepa');
      await typeAmount(exchange(page).payin, amount);
      await page.getByRole('button', { name: say('tpl:exchange:submit_verify') }).click();
      await expect(fileWizard(page).heading(wizard)).toBeVisible();
      await expect(page).toHaveURL(/^[^?]*\/(\?|$)/);
      await send(page, [proof]);
      await expect(page.getByText(say('tpl:verification:limit_review'))).toBeVisible();
      await back(page).click();
      await expect(exchange(page).payin).toHaveValue(amount);
      await page.getByRole('button', { name: say('tpl:exchange:submit_verify') }).click();
      await expect(page.getByText(say('tpl:verification:limit_review'))).toBeVisible();
      await approveNewest(stack, wizard);
      await page.getByRole('button', { name: say('tpl:verification:continue') }).click({ timeout: 40_000 });
      await expect(address(page).heading).toBeVisible();
      await back(page).click();
      await expect(exchange(page).payin).toHaveValue(amount);
    });

  test('the phone, chosen from the list that the order shows, leads back to the order', async ({
    page,
    context,
    api,
    sandbox,
    stack,
  }) => {
    const client = await api.register();
    await raiseLevel(stack.databaseUrl, client.email, 'bank_statement');
    await signIn(context, client);
    await page.goto(await api.shopPage(withLink));
    await typeAmount(exchange(page).payin, '345');
    await followLink(page);
    await verification(page).row('phone').click();
    const screen = phone(page);
    await expect(screen.number).toBeVisible();
    // Not done: the order is where it was.
    await back(page).click();
    await verification(page).row('phone').click();
    await screen.country.selectOption('DE');
    const number = '+4915112345679';
    await screen.number.fill(number);
    await screen.send.click();
    await expect(screen.sentTo(number)).toBeVisible();
    await screen.code.fill(await readCode(sandbox, number));
    await expect(verification(page).row('phone')).toHaveCount(0);
    await expect(page).not.toHaveURL(/verification/);
    await back(page).click();
    await expect(exchange(page).payin).toHaveValue('345');
  });

  test('A-006 pressed before the client has a price of the own, the link leads to the own wizards', async ({
    page,
    context,
    api,
    stack,
  }) => {
    const client = await api.register();
    await raiseLevel(stack.databaseUrl, client.email, 'bank_statement');
    await signIn(context, client);
    // The page goes on with the price that it was served with, which is a visitor's.
    await page.route('**/onramp/calc?*', () => undefined);
    await page.goto(await api.shopPage(withLink));
    await followLink(page);
  });

  test('the card, chosen from the list that the order shows, leads back to the order', async ({
    page,
    context,
    api,
    stack,
  }) => {
    const client = await api.register();
    await keepCard(stack.databaseUrl, client.email);
    await raiseLevel(stack.databaseUrl, client.email, 'bank_statement');
    await signIn(context, client);
    await page.goto(await api.shopPage(withLink));
    await typeAmount(exchange(page).payin, '345');
    await followLink(page);
    await page.getByRole('link', { name: '4242' }).click();
    await expect(fileWizard(page).heading('wallet')).toBeVisible();
    await send(page, ['file_front', 'file_back', 'file_selfie']);
    await expect(page).not.toHaveURL(/verification/);
    await expect(page.getByText(say('tpl:verification:in_review'))).toBeVisible();
    await back(page).click();
    await expect(exchange(page).payin).toHaveValue('345');
  });

  for (const [status, place, wizard, files] of [
    ['card_pending', 'card', 'wallet', ['file_front', 'file_back', 'file_selfie']],
    ['proof_pending', 'proof', 'bank_statement', ['proof_tax_statement']],
  ] as const)
    test(`A-095 an order that waits for the ${wizard} leads to it, and it leads back to the order`, async ({
      page,
      context,
      api,
      stack,
    }) => {
      const client = await api.register();
      await keepCard(stack.databaseUrl, client.email);
      await raiseLevel(stack.databaseUrl, client.email, 'address');
      const { niceId } = await openOrder({ page, context, api, client, preorder: { payin_group: 'sepa' } });
      await runSql(stack.databaseUrl, 'update orders set status = $2 where nice_id = $1', [niceId, status]);
      await page.reload();
      const press = order(page).act(place);
      await press.click();
      if (wizard === 'wallet') await page.getByRole('link', { name: '4242' }).click();
      await expect(fileWizard(page).heading(wizard)).toBeVisible();
      await back(page).click();
      await expect(page).toHaveURL(`/order-status/${niceId}`);
      await press.click();
      if (wizard === 'wallet') await page.getByRole('link', { name: '4242' }).click();
      await send(page, files);
      await expect(page).toHaveURL(`/order-status/${niceId}`);
    });
});

test.describe('A-086 the limit of a deposit', () => {
  test('is said before its order, with one press to the wizard that raises it and back to the same choice', async ({
    page,
    context,
    api,
  }) => {
    await signIn(context, await api.register());
    const screen = balanceDeposit(page);
    await page.goto('/balance/deposit?depositCurrency=BTC');
    await expect(screen.copy).toBeVisible();
    // Coins of the client's own have no limit.
    await expect(screen.raise).toHaveCount(0);
    await page.goto('/balance/deposit?depositCurrency=EUR');
    await screen.choice.click();
    await picker(page).search.fill('EUR');
    await page.keyboard.press('Enter');
    await picker(page).sheet.getByText('SEPA').first().click();
    await picker(page).sheet.getByRole('button', { name: 'SEPA' }).click();
    await expect(screen.choice).toContainText('SEPA');
    await expect(page.getByText(say('tpl:deposit:limit', { amount: '1 000', currency: 'EUR' }))).toBeVisible();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width: 320, height: 700 });
      expect(await findMisfits(page)).toEqual([]);
      expect(await findViolations(page)).toEqual([]);
    }
    await screen.raise.click();
    await expect(page).toHaveURL(/verification\/basic/);
    await back(page).click();
    await expect(screen.choice).toContainText('SEPA');
    await screen.raise.click();
    await verification(page).fillBasic();
    await verification(page).save.click();
    await expect(screen.choice).toContainText('SEPA');
    await expect(page.getByText(say('tpl:deposit:limit', { amount: '2 000', currency: 'EUR' }))).toBeVisible();
  });

  test('is met by its order too, and the wizard leads back to it with the amount that was typed', async ({
    page,
    context,
    api,
  }) => {
    await signIn(context, await api.register());
    await page.goto('/balance/deposit?depositCurrency=EUR');
    await balanceDeposit(page).order.click();
    await typeAmount(exchange(page).payin, '1500');
    await page.getByRole('button', { name: say('tpl:exchange:submit_verify') }).click();
    await verification(page).fillBasic();
    await verification(page).save.click();
    await expect(page.getByRole('heading', { name: say('tpl:address:title_balance') })).toBeVisible();
    await back(page).click();
    await expect(exchange(page).payin).toHaveValue('1500');
    await expect(exchange(page).payoutCurrency).toHaveAccessibleName(/^EUR.*balance/i);
  });
});
