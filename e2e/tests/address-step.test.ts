import { expect, test } from '../fixtures.ts';
import { address } from '../pages/address.ts';
import { auth } from '../pages/auth.ts';
import { exchange } from '../pages/exchange.ts';
import { say } from '../say.ts';
import { findPayment } from '../steps/find-payment.ts';
import { password } from '../steps/new-email.ts';
import { signIn } from '../steps/sign-in.ts';

test('3-17 an address used before is offered, one that only looks like it is compared; without a connection the order goes on by itself', async ({
  page,
  context,
  api,
  sandbox,
}) => {
  const client = await api.register();
  const known = await sandbox.outsideAddress('ethereum');
  const ether = { payout_currency: 'ETH', payout_group: 'ethereum' };
  const first = await api.placeOrder(client, { ...ether, dst_address: known, payin_amount: '31' });
  await sandbox.settlePayment(await findPayment(sandbox, first), 'approved');
  await api.waitForOrder(first, client, { status: 'processing' });

  await signIn(context, client);
  await page.goto('/?payout_currency=ETH&payout_group=ethereum');
  await exchange(page).submit.click();
  const screen = address(page, 'Ether');
  await expect(screen.used).toHaveCount(1, { timeout: 15_000 });
  const placed: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/onramp/o/new')) placed.push(request.headers()['idempotency-key']);
  });

  // In small letters an address of Ethereum has no checksum that could be wrong.
  const similar = `${known.slice(0, 12)}${'a'.repeat(known.length - 18)}${known.slice(-6)}`.toLowerCase();
  await screen.field.fill(similar);
  await expect(screen.lookalike).toBeVisible();
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

test('4.6-09 a session that ends here says so, and what was typed is there after the log-in', async ({
  page,
  context,
  api,
  sandbox,
}) => {
  const client = await api.register();
  await signIn(context, client);
  await page.goto('/?payin_amount=123');
  await exchange(page).submit.click();
  const screen = address(page);
  const typed = await sandbox.outsideAddress('bitcoin');
  await screen.field.fill(typed);
  await api.logOut(client);
  await expect(auth(page).heading).toBeVisible();
  await expect(page.getByText(say('tpl:error:SESSION_OVER'))).toBeVisible();
  await auth(page).usePassword.click();
  await auth(page).email.fill(client.email);
  await auth(page).password.fill(password);
  await auth(page).logIn.click();
  await expect(screen.field).toHaveValue(typed);
  await expect(page.getByText('123 EUR').first()).toBeVisible();
});
