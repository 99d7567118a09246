import { expect, test } from '../fixtures.ts';
import { address } from '../pages/address.ts';
import { exchange } from '../pages/exchange.ts';
import { deposit } from '../pages/deposit.ts';
import { say } from '../say.ts';
import { signIn } from '../steps/sign-in.ts';

const selling = '/?payin_currency=BTC&payin_group=bitcoin&payin_amount=0.005&payout_currency=EUR';

test.describe('2.3-23 where a sale is paid out to', () => {
  test('a bank account: the IBAN is grouped and checked, the name written as names are', async ({
    page,
    context,
    api,
  }) => {
    await signIn(context, await api.register());
    await page.goto(`${selling}&payout_group=sepa`);
    await exchange(page).goOn.click();
    const where = address(page);
    await where.iban.fill('DE89370400440532013001');
    await where.holder.focus();
    await expect(where.iban).toHaveAccessibleDescription(say('tpl:address:fault_iban_checksum'));
    await where.submit.click();
    await expect(where.iban).toBeFocused();
    await expect(page.getByText('A character of this IBAN is wrong.')).toBeVisible();
    await where.iban.fill('DE89370400440532013000');
    await expect(where.iban).toHaveValue('DE89 3704 0044 0532 0130 00');
    await expect(page.getByText('Germany')).toBeVisible();
    await where.holder.fill('elin Maas');
    await expect(where.holder).toHaveValue('Elin Maas');
    await page.getByRole('button', { name: say('tpl:common:back') }).click();
    await exchange(page).goOn.click();
    await expect(where.iban, 'what was typed before a step back').toHaveValue('DE89 3704 0044 0532 0130 00');
    await expect(where.holder).toHaveValue('Elin Maas');
    await where.submit.click();
    await expect(page).toHaveURL(/\/order-status\//);
    await expect(deposit(page).heading('0.00500000 BTC')).toBeVisible();
  });

  test('a card: its number goes to the acquirer’s frame only', async ({ page, context, api }) => {
    await signIn(context, await api.register());
    await page.goto(`${selling}&payout_group=card`);
    await expect(exchange(page).goOn).toBeEnabled();
    await expect(page.getByText(say('tpl:exchange:accept')), 'cards that pay').toHaveCount(0);
    await exchange(page).goOn.click();
    const where = address(page);
    await expect(where.addCard).toBeVisible();
    await where.submit.click();
    await expect(page.getByText('Choose a card or add one.')).toBeVisible();
    await expect(where.addCard).toBeFocused();
    await where.addCard.click();
    await where.cardFrame.getByLabel('Card number').fill('5555555555554444');
    await where.cardFrame.getByLabel('Expiry date').fill('1229');
    await where.cardFrame.getByLabel('Security code').fill('123');
    await where.useCard.click();
    await expect(where.cards.getByRole('radio', { name: /4444/ })).toBeChecked();
    await expect(where.addCard).toBeFocused();
    await where.submit.click();
    await expect(page).toHaveURL(/\/order-status\//);
  });
});
