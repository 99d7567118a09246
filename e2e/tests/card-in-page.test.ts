import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { cardForm } from '../pages/card-form.ts';
import { exchange } from '../pages/exchange.ts';
import { order } from '../pages/order.ts';
import { say } from '../say.ts';
import { mineUntil } from '../steps/mine-until.ts';
import { openOrder } from '../steps/open-order.ts';
import { cards, onTheCard } from '../steps/pay-by-card.ts';

async function typeCard(page: Page, number: string): Promise<void> {
  const form = cardForm(page);
  await form.number.fill(number, { timeout: 20_000 });
  await form.expiry.fill(onTheCard.expiry);
  await form.code.fill(onTheCard.code);
}

test.describe('A-088 a card that never leaves the acquirer’s ground', () => {
  test('3-40 is declined with the reason, then another one pays; a double click is one charge, and it can be kept', async ({
    page,
    context,
    api,
    sandbox,
    checkBooks,
  }) => {
    const { niceId, client } = await openOrder({ page, context, api, preorder: { payin_currency: 'GBP' } });
    const posted: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith(`/${niceId}/pay`)) posted.push(request.postData() ?? '');
    });
    const form = cardForm(page);
    const pay = form.pay('250 GBP');
    await form.number.fill('4111 1111 1111 1112', { timeout: 20_000 });
    await pay.click();
    await expect(form.number, 'D7 all faults at once').toHaveAttribute('aria-invalid', 'true');
    await typeCard(page, cards.declined);
    await pay.click();
    await expect(page.getByText('Write the name as it stands on the card.')).toBeVisible();
    await expect(form.name).toBeFocused();
    expect(posted).toHaveLength(0);
    await form.name.fill('Sam Sandbox');
    await pay.click();
    await expect(form.failed, 'D6 the same words as on the order’s page').toBeVisible({ timeout: 20_000 });

    await typeCard(page, cards.pays);
    await form.keep.check();
    await pay.dblclick();
    await expect(order(page).inProgress).toBeVisible({ timeout: 20_000 });
    expect(posted).toHaveLength(2);
    const [, last = ''] = posted;
    expect(new URLSearchParams(last).get('card_holder_name')).toBe('SAM SANDBOX');
    expect(posted.join()).not.toContain(cards.pays);
    const { card_payments: paid } = await sandbox.journal();
    expect(paid.filter(({ reference }) => reference === niceId)).toMatchObject([{ amount: '250.00', currency: 'GBP' }]);

    const token = await api.savedCard(client);
    const next = await openOrder({ page, context, api, client, preorder: { payin_currency: 'GBP', token } });
    await expect(page.getByRole('heading', { name: /^Pay 250 GBP with/ })).toBeVisible();
    await form.pay('250 GBP').click();
    // A kept card pays out of the account only after its bank has asked its owner.
    await form.approve.click({ timeout: 20_000 });
    await expect(order(page).inProgress).toBeVisible({ timeout: 20_000 });
    const again = (await sandbox.journal()).card_payments.filter(({ reference }) => reference === next.niceId);
    expect(again).toHaveLength(1);
    await mineUntil(sandbox, order(page).finished);
    await checkBooks();

    const kept = page.getByRole('radiogroup', { name: say('tpl:card:payin') });
    for (const [currency, lists] of [
      ['GBP', 1],
      ['USD', 0],
    ] as const) {
      await page.goto(`/?payin_currency=${currency}`);
      await exchange(page).buy.click();
      await expect(page.getByRole('checkbox', { name: say('tpl:card:remember') })).toBeVisible();
      await expect(kept, `cards of the acquirer that takes ${currency}`).toHaveCount(lists);
    }
  });

  test('3-36 of the second acquirer is entered in the fields of its script, and its bank asks inside the page', async ({
    page,
    context,
    api,
    sandbox,
    checkBooks,
  }) => {
    const { niceId } = await openOrder({ page, context, api, preorder: { payin_currency: 'USD' } });
    const form = cardForm(page);
    const fields = page.frameLocator('form iframe').first();
    await fields.getByLabel('Card number').fill(cards.asks, { timeout: 20_000 });
    await fields.getByLabel('Expiry date').fill(onTheCard.expiry);
    await fields.getByLabel('Security code').fill(onTheCard.code);
    await form.name.fill('Sam Sandbox');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(form.acquirer, 'the frame follows the theme').toHaveAttribute('data-theme', 'dark');
    await expect(fields.getByLabel('Security code'), 'and keeps what is typed').toHaveValue(onTheCard.code);
    await page.setViewportSize({ width: 400, height: 760 });
    await form.pay('250 USD').click();
    await expect(form.bankAsks).toBeFocused({ timeout: 20_000 });
    await expect
      .poll(() => form.bank.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
      .toBeLessThanOrEqual(0);
    await page.keyboard.press('Tab');
    await expect(form.approve).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(order(page).inProgress).toBeVisible({ timeout: 20_000 });
    await mineUntil(sandbox, order(page).finished);
    const { card_payments: paid } = await sandbox.journal();
    expect(paid.filter(({ reference }) => reference === niceId)).toHaveLength(1);
    await checkBooks();
  });
});
