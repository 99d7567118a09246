import { expect, test } from '../fixtures.ts';
import { hostedPayment } from '../pages/hosted-payment.ts';
import { order } from '../pages/order.ts';
import { payment } from '../pages/payment.ts';
import { mineUntil } from '../steps/mine-until.ts';
import { cards, payByCard } from '../steps/pay-by-card.ts';
import { signIn } from '../steps/sign-in.ts';

test.describe('A-088 a declined card', () => {
  test('is tried again on the payment page with another one', async ({ page, context, api, sandbox, checkBooks }) => {
    const client = await api.register();
    const niceId = await api.placeOrder(client);
    await signIn(context, client);
    await page.goto(`/order-status/${niceId}`);
    await payment(page).open.click();
    await payByCard(page, cards.declined);
    await expect(hostedPayment(page).declined).toBeVisible();
    await payByCard(page, cards.pays);
    await expect(order(page).inProgress).toBeVisible();
    await mineUntil(sandbox, order(page).finished);
    const { card_payments: paid, chain_out: sent } = await sandbox.journal();
    expect(paid.filter(({ reference }) => reference === niceId)).toHaveLength(1);
    const destination = await order(page).to.locator('[title]').getAttribute('title');
    expect(sent.filter(({ address }) => address === destination)).toHaveLength(1);
    await checkBooks();
  });

  test('is shown on the order page, with the reason, and tried again from there', async ({
    page,
    context,
    api,
    sandbox,
  }) => {
    const client = await api.register();
    const niceId = await api.placeOrder(client);
    await signIn(context, client);
    await page.goto(`/order-status/${niceId}`);
    await expect(page.getByRole('definition').filter({ hasText: /^CW-\d{4} \d{4}$/ })).toBeVisible();
    await expect(page.getByText(niceId), 'the number that the order page shows, and no other').toBeHidden();
    await payment(page).open.click();
    await payByCard(page, cards.poor);
    await hostedPayment(page).backToShop.click();
    await expect(payment(page).declinedHeading).toBeVisible();
    await expect(page.getByText('There isn’t enough money on the card')).toBeVisible();
    await payment(page).tryAnother.click();
    await payByCard(page, cards.pays);
    await expect(order(page).inProgress).toBeVisible();
    const paid = (await sandbox.journal()).card_payments.filter(({ reference }) => reference === niceId);
    expect(paid).toHaveLength(1);
  });
});
