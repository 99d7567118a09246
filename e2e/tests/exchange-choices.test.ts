import { expect, test } from '../fixtures.ts';
import { exchange } from '../pages/exchange.ts';
import { picker } from '../pages/picker.ts';

test.describe('2.3 the choices of the exchange', () => {
  test('2.3-27 to 2.3-32 a currency is found by name, code, network and token; its networks come second', async ({
    page,
  }) => {
    const screen = exchange(page);
    const sheet = picker(page);
    await page.goto('/');
    await screen.payoutCurrency.click();
    await expect(sheet.search).toBeFocused();
    await expect(sheet.options.first()).toBeVisible();
    await expect(sheet.options.and(page.locator('[aria-disabled]'))).toHaveCount(0);
    await sheet.more.click();
    await expect(sheet.options.and(page.locator('[aria-disabled]'))).not.toHaveCount(0);
    await expect(sheet.more).toHaveAttribute('aria-expanded', 'true');
    for (const [query, name] of [
      ['tether', 'Tether'],
      ['usdt', 'Tether'],
      ['erc20', 'Tether'],
      ['bitcoin cash', 'Bitcoin Cash'],
    ] as const) {
      await sheet.search.fill(query);
      await expect(sheet.option(new RegExp(name)).first()).toBeVisible();
    }
    await sheet.search.fill('dogecion');
    await expect(sheet.empty('dogecion')).toBeVisible();
    await sheet.search.fill('tether');
    await sheet.option(/Tether/).click();
    await expect(sheet.networks.getByRole('radio', { name: /Ethereum/ })).toBeChecked();
    const tron = sheet.networks.getByRole('radio', { name: /Tron/ });
    await expect(tron).toBeHidden();
    await sheet.more.click();
    await expect(tron).toBeDisabled();
    await expect(sheet.networks.getByText('Not available right now').first()).toBeVisible();
    await sheet.confirm('Ethereum').click();
    await expect(screen.payoutCurrency).toContainText('USDT');
    await expect(screen.payout).toHaveValue(/^\d+\.\d{6}$/);
  });

  test('4.5-03, A-028 the swap takes the typed amount along and asks for another price', async ({ page }) => {
    const screen = exchange(page);
    await page.goto('/');
    await expect(screen.payout).toHaveValue(/^0\.\d{8}$/);
    await screen.swap.click();
    await expect(screen.payinCurrency).toContainText('BTC');
    await expect(screen.payout).toHaveValue('250');
    await expect(screen.payin).toHaveValue(/^0\.\d{8}$/);
  });

  test('D1, D2 another currency of the typed amount keeps its value, and ether is shown with eight decimals', async ({
    page,
  }) => {
    const screen = exchange(page);
    const sheet = picker(page);
    await page.goto('/?payin_currency=BTC&payin_group=bitcoin&payout_currency=EUR&payout_group=sepa&payout_amount=250');
    await expect(screen.payin).toHaveValue(/^0\.\d{8}$/);
    await screen.payoutCurrency.click();
    await sheet.search.fill('ether');
    await sheet.option(/^Ether\b/).click();
    await sheet.networks.getByRole('radio', { name: /Ethereum/ }).check();
    await sheet.confirm('Ethereum').click();
    await expect(screen.payoutCurrency).toContainText('ETH');
    await expect(screen.payout).toHaveValue(/^0\.\d{8}$/);
    await expect(screen.payout).toHaveAttribute('title', /^0\.\d{18}$/);
    await expect(screen.payin).toHaveValue(/^0\.00\d{6}$/);
    await expect(page.getByText(/\d\.\d{9}/)).toHaveCount(0);
  });

  test('A-099, 8-13 a coupon is checked first: an ended one says so, a good one lowers the fee, and it can be taken back', async ({
    page,
  }) => {
    const screen = exchange(page);
    await page.goto('/');
    await expect(screen.payout).toHaveValue(/^0\.\d{8}$/);
    const before = await screen.fees.locator('.num').textContent();
    await screen.coupon.click();
    await screen.couponField.fill(' SPRING ');
    await screen.applyCoupon.click();
    await expect(page.getByRole('alert')).toHaveText('This coupon is over.');
    await expect(screen.couponField).toBeFocused();
    await expect(screen.fees.locator('.num')).toHaveText(before ?? '');
    await screen.couponField.fill(' WELCOME ');
    await screen.couponField.press('Enter');
    await expect(page.getByText('WELCOME · 50% off the service fee.')).toBeVisible();
    await expect(screen.removeCoupon).toBeFocused();
    await expect(screen.fees.locator('.num')).not.toHaveText(before ?? '');
    await screen.removeCoupon.click();
    await expect(screen.fees.locator('.num')).toHaveText(before ?? '');
  });

  test('2.3-04, 2.3-39, A-138 a partner’s texts and products are shown, cleaned; markup needs its server’s word', async ({
    page,
    api,
  }) => {
    const productDetails = JSON.stringify({
      header: 'Order <b>20417</b><script>window.evil = 1</script>',
      items: [{ name: 'Field notebook', price: '18 EUR', count: 2, img: 'http://shop.example/a.png' }],
    });
    const words = '<a href="https://evil.example">Ships</a> <i>soon</i><img src=x onerror="evil=1">';
    const query = new URLSearchParams({ description: words, productDetails });
    await page.goto(`/?${query}`);
    await expect(exchange(page).payin).toHaveValue(/\d/);
    await expect(page.getByText('Ships soon'), 'the words of a link without a partner').toHaveCount(0);
    await page.goto(`/?partner_key=pk_test_shop&${query}`);
    await expect(page.getByText('Ships soon')).toBeVisible();
    await expect(page.getByRole('list', { name: 'Your purchase' })).toContainText('2 × 18 EUR');
    await expect(page.getByText('36 EUR')).toBeVisible();
    await expect(page.getByText('Order 20417')).toBeVisible();
    await expect(page.locator('b', { hasText: '20417' })).toHaveCount(0);
    await expect(page.getByRole('link', { name: 'Ships' }), 'whoever wrote the link').toHaveCount(0);
    await page.goto(await api.shopPage({ description: words, product_details: productDetails }));
    await expect(page.locator('b', { hasText: '20417' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Ships' })).toBeVisible();
    await expect(page.locator('img')).toHaveCount(0);
    expect(await page.evaluate(() => 'evil' in window)).toBe(false);
  });
});
