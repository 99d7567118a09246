import { expect, test } from '../fixtures.ts';
import { address } from '../pages/address.ts';
import { exchange } from '../pages/exchange.ts';
import { say } from '../say.ts';
import { findPayment } from '../steps/find-payment.ts';
import { signIn } from '../steps/sign-in.ts';

test('3-17 an address used before is offered, one that only looks like it is compared; without a connection the order goes on by itself', async ({
  page,
  context,
  api,
  sandbox,
}) => {
  const client = await api.register();
  const known = await sandbox.outsideAddress('bitcoin');
  const first = await api.placeOrder(client, { dst_address: known, payin_amount: '31' });
  await sandbox.settlePayment(await findPayment(sandbox, first), 'approved');
  await api.waitForOrder(first, client, { status: 'processing' });

  await signIn(context, client);
  await page.goto('/');
  await exchange(page).buy.click();
  const screen = address(page);
  await expect(screen.used).toHaveCount(1, { timeout: 15_000 });
  const placed: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/onramp/o/new')) placed.push(request.headers()['idempotency-key']);
  });

  const middle = known.slice(12, -6);
  await screen.field.fill(known.replace(middle, middle.replaceAll(/./g, 'q')));
  await expect(screen.lookalike).toBeVisible();
  await screen.wallet.check();
  if (await screen.rate.isVisible()) await screen.rate.check();
  await screen.submit.click();
  await expect(screen.compared).toHaveAccessibleDescription(say('tpl:address:fault_agree'));
  await expect(screen.compared).toBeFocused();
  expect(placed).toEqual([]);

  await screen.used.click();
  await expect(screen.field).toHaveValue(known);
  await expect(screen.used).toBeFocused();
  await expect(screen.lookalike).toBeHidden();
  await context.setOffline(true);
  await screen.submit.click();
  await expect(screen.waits).toBeVisible({ timeout: 15_000 });
  await context.setOffline(false);
  await expect(page).toHaveURL(/\/order-status\/|\/acquirer\//, { timeout: 30_000 });
  expect(new Set(placed).size).toBe(1);
});
