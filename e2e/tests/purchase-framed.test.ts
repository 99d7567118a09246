import { expect, test } from '../fixtures.ts';
import { exchange } from '../pages/exchange.ts';
import { hostedPayment } from '../pages/hosted-payment.ts';
import { order } from '../pages/order.ts';
import { payment } from '../pages/payment.ts';
import { shop } from '../pages/shop.ts';
import { fillAddress } from '../steps/fill-address.ts';
import { mineUntil } from '../steps/mine-until.ts';
import { cards, payByCard } from '../steps/pay-by-card.ts';
import { register } from '../steps/register.ts';

test.use({ viewport: { width: 1100, height: 900 } });

test.describe('4.13 a purchase inside a shop of another site', () => {
  test('is paid in a separate tab, reports every step to the shop, and the frame follows the height', async ({
    page,
    context,
    sandbox,
    stack,
    checkBooks,
  }) => {
    const host = shop(page);
    await page.goto(stack.partnerUrl);
    expect(new URL(stack.partnerUrl).hostname).not.toBe(new URL(stack.productUrl).hostname);
    await expect(host.heard('ready')).toHaveCount(1);
    const widget = host.widget;
    const first = exchange(widget);
    await expect(first.payin).toHaveValue('250');
    // 4.13-02: this height until the page inside reports its own. It folds its fees to fit, and grows with them.
    const before = await host.frameHeight();
    await first.fees.click();
    await expect(page.locator('iframe')).not.toHaveCSS('height', '650px');
    await expect.poll(async () => Math.abs((await host.frameHeight()) - before)).toBeGreaterThan(50);
    await first.fees.click();
    await expect.poll(() => host.frameHeight()).toBe(before);

    await first.logIn.click();
    await register(widget, sandbox);
    await expect(host.heard('update-step', '"stepName":"verification"')).toHaveCount(1);
    await expect(host.heard('update-step', '"stepName":"address"')).toHaveCount(1);
    await expect(host.heard('update-step', '"stepName":"auth"')).toHaveCount(0);
    const destination = await fillAddress(widget, sandbox);
    await expect(payment(widget).openHeading).toBeVisible();
    await expect(host.heard('change-order', '"orderStatus":"payin_pending"').first()).toBeVisible();

    const opening = context.waitForEvent('page');
    await payment(widget).open.click();
    const tab = await opening;
    await payByCard(tab, cards.asks);
    await expect(payment(widget).waitHeading).toBeVisible();
    const closing = tab.waitForEvent('close');
    await hostedPayment(tab).approve.click();
    await closing;

    await expect(order(widget).inProgress).toBeVisible();
    await mineUntil(sandbox, order(widget).finished);
    await expect(host.heard('change-order', '"orderStatus":"finished"').first()).toBeVisible();
    await expect(host.heard('ready')).toHaveCount(1);
    expect((await sandbox.balance('bitcoin', destination)).transactions).toHaveLength(1);
    await checkBooks();
  });

  test('1-30 the shop opens the exchange with other amounts and the sign-in', async ({ page, stack }) => {
    const host = shop(page);
    await page.goto(stack.partnerUrl);
    await expect(host.heard('ready')).toHaveCount(1);
    await host.send('open-exchange').click();
    await expect(exchange(host.widget).payin).toHaveValue('100');
    await host.send('register').click();
    await expect(host.widget.getByRole('tab', { name: 'Create account', selected: true })).toBeVisible();
    await host.send('reset').click();
    await expect(exchange(host.widget).form).toBeVisible();
  });
});
