import { findMisfits } from '../checks/find-misfits.ts';
import { expect, test } from '../fixtures.ts';
import { expectLooks, expectThemes } from '../checks/expect-looks.ts';
import { home } from '../pages/home.ts';
import { operations } from '../pages/operations.ts';
import { order } from '../pages/order.ts';
import { say } from '../say.ts';
import { signIn } from '../steps/sign-in.ts';
import { tabTo } from '../steps/tab-to.ts';
import { signInWithBalance } from '../steps/top-up.ts';

test('2.1-15, A-106, A-108 the page of the balance: what there is, favourites first, totals in another currency, and its operations', async ({
  page,
  context,
  api,
}) => {
  await signIn(context, await api.demoClient());
  await page.goto('/balance');
  const wallet = home(page);
  const list = operations(page);
  await expect(page).toHaveURL('/balance');
  await expect(wallet.total).toContainText('EUR');
  await expect(list.rows.first()).toContainText(say('tpl:operations:type_other'));

  // 7-28: the request is JSON, and the order outlives a reload.
  const request = page.waitForRequest('**/balance/set_favorites');
  await list.favorite('Bitcoin').click();
  expect((await request).postDataJSON()).toEqual({ favorite_currencies: ['BTC'], favorite_groups: [] });
  await expect(list.favorite('Bitcoin')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByRole('button', { name: /^Favourite/ }).first()).toHaveAccessibleName('Favourite Bitcoin');
  await page.reload();
  await expect(page.getByRole('button', { name: /^Favourite/ }).first()).toHaveAccessibleName('Favourite Bitcoin');

  // What is chosen while a slow save runs is saved after it.
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/balance/set_favorites', async (route) => {
    await asked;
    await route.continue();
  });
  await list.favorite('Bitcoin').click();
  await expect(list.favorite('Bitcoin')).toHaveAttribute('aria-pressed', 'false');
  await list.primary.selectOption('BTC');
  await expect(list.primary).toHaveValue('BTC');
  answer();
  await expect(wallet.total).toContainText(/0\.\d{8} BTC/);
  await list.primary.selectOption('EUR');
  await expect(wallet.total).toContainText(/\d EUR/);

  await tabTo(page, list.all);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/balance/operations');
  await expect(list.heading).toBeFocused();
});

test('A-106 amounts are hidden by the keyboard, stay so after a reload, and come back', async ({
  page,
  context,
  api,
}) => {
  await signIn(context, await api.demoClient());
  await page.goto('/balance');
  const wallet = home(page);
  const list = operations(page);
  await expect(wallet.total).toContainText('EUR');
  await expect(page.getByRole('img', { name: /EUR on/ })).toBeVisible();
  await expect(list.rows.first()).toContainText(/\d\s(EUR|BTC)/);
  await tabTo(page, wallet.hide);
  await page.keyboard.press('Space');
  const content = page.getByRole('main');
  const amount = /\d\s(?:EUR|BTC)|\d\.\d\d/;
  await expect(wallet.hide).toHaveAttribute('aria-pressed', 'true');
  await expect(content).not.toContainText(amount);
  await page.reload();
  await expect(wallet.total).toContainText(say('tpl:home:hidden'));
  await expect(list.rows.first()).toContainText(say('tpl:home:hidden'));
  await expect(page.getByRole('img', { name: say('tpl:home:hidden') })).toBeVisible();
  await expect(content).not.toContainText(amount);
  await expectLooks(page);
  await wallet.hide.click();
  await expect(wallet.total).toContainText(/\d\s?EUR/);
  await page.reload();
  await expect(wallet.total).toContainText(/\d\s?EUR/);
});

test('3-50, 3-51, A-111 the operations by day, narrowed, page after page, and each leads to its order', async ({
  page,
  context,
  api,
  sandbox,
}) => {
  const client = await signInWithBalance({ context, api, sandbox }, '150');
  const numbers: string[] = [];
  for (let turn = 0; turn < 10; turn += 1) {
    const preorder = { payin_group: 'balance', payin_amount: '40', payout_currency: 'BTC', payout_group: 'balance' };
    const number = await api.placeOrder(client, preorder);
    numbers.push(number);
    await api.cancelOrder(number, client);
  }
  await page.goto('/balance/operations');
  const list = operations(page);
  await expect(list.rows).toHaveCount(20);
  await expect(list.rows.first()).toContainText(
    new RegExp(`${say('tpl:operations:type_refund')}.*\\+\\s40\\sEUR`, 's'),
  );
  await expect(list.rows.nth(1)).toContainText(
    new RegExp(`${say('tpl:operations:status_canceled')}.*−\\s40\\sEUR`, 's'),
  );
  const older = page.getByRole('button', { name: /^Show \d+ older$/ });
  await older.click();
  await expect(older).toBeHidden();
  expect(await list.rows.count()).toBeGreaterThan(20);

  // The page asks again by itself when the balance moves, as it just did: only the request of the filter is meant.
  const request = page.waitForRequest(
    (sent) => sent.url().endsWith('/balance/history') && sent.postData()?.includes('type=refund') === true,
  );
  await list.type.selectOption('refund');
  await request;
  await expect(list.rows).toHaveCount(10);
  await list.status.selectOption('pending');
  await expect(list.nothingFits).toBeVisible();
  await list.clear.click();
  await expect(list.rows).toHaveCount(20);
  await list.time.selectOption('days');
  await list.from.fill('2020-01-01');
  await expect(list.rows).toHaveCount(20);

  await list.links.first().click();
  await expect(page).toHaveURL(`/order-status/${numbers.at(-1)}`);
  await expect(order(page).canceled).toBeVisible();
});

test('A-106, 4.12 operations: none yet, slow, and failed', async ({ page, context, api }) => {
  await signIn(context, await api.register());
  const list = operations(page);
  await page.goto('/balance/operations');
  await expect(list.empty).toBeVisible();

  await page.route('**/balance/history', (route) => route.abort());
  await page.reload();
  await expect(list.tryAgain).toBeVisible();
  await page.unroute('**/balance/history');
  let answer: () => void = () => undefined;
  const asked = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/balance/history', async (route) => {
    await asked;
    await route.continue();
  });
  await list.tryAgain.click();
  await expect(list.busy).toBeVisible();
  answer();
  await expect(list.empty).toBeVisible();
  await page.unroute('**/balance/history');

  // By type no more than the newest 1 000 are counted and listed.
  const row = { nice_id: '', created_at: 1_790_000_000, type: 'deposit', status: 'finished', currency: 'EUR' };
  const money = { amount: '1.00', fee: '', worth: '', tx_link: '', deposit: null };
  const json = { data: [{ ...row, ...money }], records_filtered: 1000, worth_currency: 'EUR' };
  await page.route('**/balance/history', (route) => route.fulfill({ json: { ...json, records_total: 2000 } }));
  await page.reload();
  await expect(page.getByText('1,000 or more operations')).toBeAttached();
  await expect(page.getByText(say('tpl:operations:most'))).toHaveCount(0);
  await page.getByRole('combobox', { name: say('tpl:operations:type') }).selectOption('deposit');
  await expect(page.getByText(say('tpl:operations:most'))).toBeVisible();
});

test('A-106, 3-50 the balance and its operations in both themes, at 320 and 1440 px', async ({
  page,
  context,
  api,
}) => {
  await signIn(context, await api.demoClient());
  const list = operations(page);
  for (const path of ['/balance', '/balance/operations', '/uk/balance/operations'])
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await expect(list.rows.first()).toBeVisible();
      await expectThemes(page, `${path} ${width}`);
      expect.soft(await findMisfits(page), `${path} ${width}`).toEqual([]);
    }
});
