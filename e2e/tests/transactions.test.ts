import { expect, test } from '../fixtures.ts';
import { exchange } from '../pages/exchange.ts';
import { menu } from '../pages/menu.ts';
import { order } from '../pages/order.ts';
import { transactions } from '../pages/transactions.ts';
import { say } from '../say.ts';
import { signIn } from '../steps/sign-in.ts';

test('1-19, 2.4-07, 3-57 a client finds the orders by the menu, narrows them, opens one and comes back to the list as it was', async ({
  page,
  context,
  api,
}) => {
  const client = await api.register();
  const first = await api.placeOrder(client);
  await api.placeOrder(client, { payin_amount: '300' });
  await signIn(context, client);
  await page.goto('/');
  await expect(exchange(page).buy).toBeVisible();
  await menu(page).open.click();
  await menu(page).entry('transactions').click();
  const list = transactions(page);
  await expect(page).toHaveURL('/transactions');
  await expect(list.rows).toHaveCount(2);
  await expect(list.rows.first()).toContainText(/EUR to BTC.*Waiting for payment.*300\sEUR/s);

  await list.openFilters.click();
  await list.choice('status_done').click();
  await expect(list.apply).toHaveText('Nothing fits');
  await list.apply.click();
  await expect(list.nothingFits).toBeVisible();
  await list.clear.click();
  await expect(list.rows).toHaveCount(2);

  await list.openFilters.click();
  await list.choice('period_week').click();
  await list.apply.click();
  await expect(list.filters).toContainText(say('tpl:transactions:period_week_long'));
  await expect(list.rows).toHaveCount(2);
  await list.rows.last().click();
  await expect(page).toHaveURL(`/order-status/${first}`);
  await order(page).cancel.click();
  await order(page).cancelYes.click();
  await expect(order(page).canceled).toBeVisible();
  await page.getByRole('button', { name: say('tpl:common:back') }).click();
  await expect(page).toHaveURL('/transactions');
  await expect(list.filters).toContainText(say('tpl:transactions:period_week_long'));
  await expect(list.rows.last()).toContainText(say('tpl:order:status_canceled'));
});
