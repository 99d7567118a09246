import type { Route } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { address } from '../pages/address.ts';
import { exchange } from '../pages/exchange.ts';
import { order } from '../pages/order.ts';
import { payment } from '../pages/payment.ts';
import { say } from '../say.ts';
import { signIn } from '../steps/sign-in.ts';

test.describe('the page of an order', () => {
  test('8-07 an order that is not there says so; with Try again it comes once it is', async ({
    page,
    context,
    api,
  }) => {
    const client = await api.register();
    const niceId = await api.placeOrder(client);
    await signIn(context, client);
    await page.goto('/order-status/CWNOSUCHORDER00000');
    await expect(order(page).notFound).toBeVisible();
    await order(page).tryAgain.click();
    await expect(order(page).notFound).toBeVisible();

    // The page also polls: each way to answer begins while a press waits for it, so that no poll takes the button away.
    const { hold, answer, held } = holdAnswers();
    await page.route(`**/onramp/o/${niceId}`, held);
    answer((route) => route.abort());
    await page.goto(`/order-status/${niceId}`);
    await expect(order(page).unreachable).toBeVisible({ timeout: 30_000 });
    hold();
    await order(page).tryAgain.click();
    answer((route) => route.fulfill({ status: 500, json: {} }));
    await expect(order(page).failed).toBeVisible();
    hold();
    await order(page).tryAgain.click();
    answer((route) => route.continue());
    await expect(payment(page).openHeading).toBeVisible();

    // A page to pay on that cannot be read again may be older than the order.
    const behind = page.getByText(say('tpl:order:behind'));
    await context.setOffline(true);
    await expect(behind).toBeVisible();
    await context.setOffline(false);
    await expect(behind).toBeHidden();
    await expect(payment(page).openHeading).toBeVisible();
  });

  test('A-092, 7-17 an unpaid order is canceled after a question, and nothing is charged', async ({
    page,
    context,
    api,
    sandbox,
  }) => {
    const client = await api.register();
    const niceId = await api.placeOrder(client);
    await signIn(context, client);
    await page.goto(`/order-status/${niceId}`);
    const screen = order(page);
    await screen.cancel.click();
    await screen.cancelNo.click();
    await expect(payment(page).openHeading).toBeVisible();
    await expect(screen.cancel).toBeFocused();
    await screen.cancel.click();
    // The answer contains the order: nothing else has to be read first.
    await page.route(`**/onramp/o/${niceId}`, () => undefined);
    await screen.cancelYes.click();
    await expect(screen.canceled).toBeVisible();
    await expect(screen.heading).toBeFocused();
    await expect(page.getByText('Nothing was charged.', { exact: true })).toBeVisible();
    // What the server said of it.
    await expect(page.getByText(say('tpl:order:canceled_message'))).toBeVisible();
    await expect(screen.cancel).toBeHidden();
    await expect
      .poll(async () => (await sandbox.acquirerPayments(niceId)).map(({ status }) => status))
      .toEqual(['canceled']);
    await screen.another.click();
    await expect(exchange(page).form).toBeVisible();
  });

  test('a double click on the last button places one order', async ({ page, context, api, sandbox }) => {
    await signIn(context, await api.register());
    const placed: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/onramp/o/new')) placed.push(request.url());
    });
    await page.route('**/acquirer/pay/**', (route) => route.fulfill({ status: 204 }));
    await page.goto('/');
    await exchange(page).buy.dblclick();
    const where = address(page);
    await where.field.fill(await sandbox.outsideAddress('bitcoin'));
    await where.submit.dblclick();
    await expect(payment(page).leaving).toBeVisible();
    expect(placed).toHaveLength(1);
  });

  test('an address of another network is refused at its field, and nothing is placed', async ({
    page,
    context,
    api,
  }) => {
    await signIn(context, await api.register());
    await page.goto('/');
    await exchange(page).buy.click();
    const where = address(page);
    // An address of Bitcoin's main network: well formed, with a right checksum.
    await where.field.fill('bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4');
    await where.submit.click();
    await expect(page.getByText('This address belongs to another network.')).toBeVisible();
    await expect(where.field).toHaveAttribute('aria-invalid', 'true');
  });
});

/** Answers of a route that come when the test says what they are. */
function holdAnswers() {
  let { promise, resolve } = Promise.withResolvers<(route: Route) => Promise<void>>();
  return {
    held: async (route: Route) => (await promise)(route),
    answer: (give: (route: Route) => Promise<void>) => resolve(give),
    hold: () => ({ promise, resolve } = Promise.withResolvers<(route: Route) => Promise<void>>()),
  };
}
