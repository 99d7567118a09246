import { expect, test } from '../fixtures.ts';
import { deposit } from '../pages/deposit.ts';
import { exchange } from '../pages/exchange.ts';
import { menu } from '../pages/menu.ts';
import { merchant } from '../pages/merchant.ts';
import { say } from '../say.ts';
import { mineUntil } from '../steps/mine-until.ts';
import { newEmail } from '../steps/new-email.ts';

const shop = 'Fenwick Paper';
const productDetails = JSON.stringify({
  style: { color: '#14323a', position: 'fixed' },
  header: 'Order <b>20417</b><script>document.title = "stolen"</script>',
  items: [
    { name: 'Field notebook, A5', price: '18 EUR', count: 2 },
    { name: '<img src=x onerror=alert(1)>Brass pen', price: '64 EUR', count: 1 },
  ],
});
const link = (fields: Readonly<Record<string, string>>) =>
  `/buysell?${new URLSearchParams({ partner_key: 'pk_test_merchant', swMode: 'merchant', ...fields }).toString()}`;

test.describe('4.2 a merchant’s page', () => {
  test('2.1-33, 2.4-14, A-012, A-013 a link sells items for coins: no sign-in, an e-mail, and the merchant’s balance has the money', async ({
    page,
    context,
    api,
    sandbox,
    checkBooks,
  }) => {
    // A session from elsewhere does not count here.
    const { tokens } = await api.register();
    await context.addInitScript((pair) => localStorage.setItem('causeway.session', pair), tokens);
    const seen: string[] = [];
    page.on('request', (request) => seen.push(request.headers()['x-authorization'] ?? ''));
    const fields = {
      purchase_amount: '100',
      purchase_currency: 'EUR',
      partner_order_id: '20417',
      product_details: productDetails,
    };
    await page.goto(link(fields));
    const screen = merchant(page, shop);
    await expect(screen.products).toHaveCount(2);
    await expect(screen.products.first()).toContainText('36');
    await expect(screen.products.last()).toContainText('Brass pen');
    await expect(page).not.toHaveTitle('stolen');
    await expect(screen.total).toContainText('100 EUR');
    await expect(screen.payin).toHaveAttribute('readonly', '');
    await expect(screen.submit).toHaveText(/^Pay 0\.\d+\sBTC$/);
    await expect(page.getByRole('button', { name: say('tpl:common:support'), exact: true })).toBeVisible();
    await menu(page).open.click();
    await expect(menu(page).entry('language')).toBeVisible();
    await expect(menu(page).entry('login')).toBeHidden();
    await expect(menu(page).entry('logout')).toBeHidden();
    await menu(page).close.click();

    await screen.submit.click();
    await expect(screen.emailError).toBeVisible();
    await screen.email.fill(newEmail());
    const amount = await screen.payin.inputValue();
    await screen.submit.click();
    await expect(deposit(page).heading(`${amount} BTC`)).toBeVisible({ timeout: 20_000 });
    expect(new URL(page.url()).pathname).toMatch(/^\/order-status\//);
    const address = (await deposit(page).address.textContent()) ?? '';
    await sandbox.send('bitcoin', { address, amount });
    await expect(deposit(page).seen).toBeVisible({ timeout: 20_000 });
    // The status that a shop shows for a finished order.
    await mineUntil(sandbox, page.getByRole('status').filter({ hasText: 'Completed' }));
    await expect(page.getByText('Paid to the shop')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Buy again' })).toBeHidden();
    expect(new Set(seen)).toEqual(new Set(['']));
    await checkBooks();
  });

  test('A-093 too little money: the page speaks of the shop, and of no balance that its payer would have', async ({
    page,
    sandbox,
  }) => {
    await page.goto(link({ purchase_amount: '100', purchase_currency: 'EUR' }));
    const screen = merchant(page, shop);
    await screen.email.fill(newEmail());
    await expect(screen.submit).toHaveText(/^Pay 0\.\d+\sBTC$/);
    await screen.submit.click();
    const address = (await deposit(page).address.textContent()) ?? '';
    await sandbox.send('bitcoin', { address, amount: '0.001' });
    const back = page.getByRole('button', { name: 'Have 0.00100000 BTC back' });
    await mineUntil(sandbox, back);
    const main = page.getByRole('main');
    await expect(main).not.toContainText('balance');
    // 4.10-09: the pill and the timeline know of the part.
    await expect(page.getByRole('status').filter({ hasText: /^Partly paid$/ })).toBeVisible();
    const steps = page.getByRole('list', { name: say('tpl:order:timeline') });
    await expect(steps).toContainText(/0\.00100000\sBTC of 0\.\d+\sBTC received/);
    await back.click();
    const sheet = page.getByRole('dialog');
    await expect(sheet).toContainText('our e-mail says how to get to them');
    await sheet.getByRole('button', { name: 'Have 0.00100000 BTC back' }).click();
    await expect(main).toContainText('0.00100000 BTC is yours again: our e-mail says how to get to it.');
  });

  test('on the narrowest phone the shop’s name beside ours is shortened, and ours is whole', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    await page.goto(link({ purchase_amount: '100', purchase_currency: 'EUR' }));
    const names = page.getByRole('banner').getByRole('link').locator('span');
    await expect(names).toHaveText(['Causeway', `for ${shop}`]);
    // In parts of a pixel: one too few is enough for the three points.
    const isCut = (name: Element) => {
      const text = document.createRange();
      text.selectNodeContents(name);
      return text.getBoundingClientRect().width > name.getBoundingClientRect().width;
    };
    expect(await names.first().evaluate(isCut)).toBe(false);
    expect(await names.last().evaluate(isCut)).toBe(true);
  });

  test('A-098 a donation is what the payer wants to give', async ({ page }) => {
    await page.goto(link({ purchase_currency: 'EUR', is_donation: '1' }));
    const screen = merchant(page, shop);
    await expect(screen.donate).toBeVisible();
    const submit = screen.donate.locator('button[type=submit]');
    await expect(submit).toHaveAttribute('aria-disabled', 'true');
    await screen.donation.fill('25');
    await expect(submit).toHaveText(/^Donate 0\.\d+\sBTC$/);
  });

  test('A-042 a link fills the exchange in; unreadable values are reported and change nothing', async ({ page }) => {
    const texts: string[] = [];
    page.on('console', (message) => texts.push(message.text()));
    const fields = new URLSearchParams({
      payin_currency: 'EUR',
      payin_group: 'card',
      payin_amount: '120',
      payout_currency: 'ETH',
      payout_group: 'ethereum',
      coupon: 'WELCOME',
      partner_key: 'pk_test_shop',
      description: 'x'.repeat(161),
      hide_we_accept: 'maybe',
      unknown_thing: '1',
    });
    await page.goto(`/buysell?${fields.toString()}`);
    await expect(exchange(page).payin).toHaveValue('120');
    await expect(exchange(page).payoutCurrency).toHaveAccessibleName(/^ETH/);
    await expect(page.getByText('WELCOME')).toBeVisible();
    await expect(page.getByText(say('tpl:exchange:accept'))).toBeVisible();
    await expect.poll(() => texts.filter((text) => text.includes('description'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('hide_we_accept'))).toHaveLength(1);
    expect(texts.filter((text) => text.includes('unknown_thing'))).toEqual([]);
  });
});
