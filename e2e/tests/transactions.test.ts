import { startProcess } from '@causeway/testing/start-process';
import { expect, test } from '../fixtures.ts';
import { exchange } from '../pages/exchange.ts';
import { menu } from '../pages/menu.ts';
import { order } from '../pages/order.ts';
import { transactions } from '../pages/transactions.ts';
import { say } from '../say.ts';
import { signIn } from '../steps/sign-in.ts';

test('1-19, 2.4-07, 3-57, A-041 a client finds the orders by the menu, narrows them, opens one and comes back to the list as it was', async ({
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
  await list.rows.last().click();
  await order(page).list.click();
  await expect(list.rows).toHaveCount(2);
});

test('1-02, A-054 the list of partners refuses a client, and stays open, reloaded too, once the client is a partner', async ({
  page,
  context,
  api,
  stack,
}) => {
  const [client, buyer] = await Promise.all([api.register(), api.register()]);
  await signIn(context, client);
  await page.goto('/partner-transactions');
  await expect(exchange(page).buy).toBeVisible();
  await expect(page).toHaveURL('/');

  const partners = await startProcess({
    name: 'partners',
    entry: 'apps/server/dist/cli/partners.js',
    parameters: ['create', 'pk_list', '--name', 'Fenwick Paper', '--client', client.email, '--by', 'e2e'],
    env: { DATABASE_URL: stack.databaseUrl },
  });
  expect(await partners.ended, partners.logs()).toMatchObject({ code: 0 });
  await api.placeOrder(buyer, {
    partner_key: 'pk_list',
    is_floating_rate: '1',
    is_agree_rate: '1',
    partner_order_id: '20417',
  });
  await page.goto('/partner-transactions');
  const list = transactions(page);
  await expect(list.rows).toContainText([/EUR to BTC.*20417.*250\sEUR/s]);
  await page.reload();
  await expect(list.rows).toHaveCount(1);
  await expect(page).toHaveURL('/partner-transactions');
  await list.own.click();
  await expect(list.empty).toBeVisible();
  await expect(page).toHaveURL('/transactions');
});
