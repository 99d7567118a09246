import type { APIRequestContext } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { exchange } from '../pages/exchange.ts';

const secret = 'sk_test_shop_sandbox_secret_key';

async function mint(request: APIRequestContext, form: Record<string, string>): Promise<string> {
  const headers = { 'x-authorization': `Bearer ${secret}` };
  const answer = await request.post('/partner/sessions', { headers, form });
  expect(answer.status()).toBe(200);
  const { session_token: token }: { session_token: string } = await answer.json();
  return token;
}

test('4.13 a session token opens one page: what it fixes stays, also loaded anew; a second page is told why not', async ({
  page,
  request,
  context,
}) => {
  const token = await mint(request, { payin_currency: 'EUR', payin_group: 'card', payin_amount: '120' });
  const address = `/widget?partner_key=pk_test_shop&payin_amount=5&session_token=${token}`;
  await page.goto(address);
  const { payin } = exchange(page);
  await expect(payin).toHaveValue('120');
  await expect(page).toHaveURL(/session_token=cwsh_/);
  await expect(payin).toHaveAttribute('readonly', '');
  await page.reload();
  await expect(payin).toHaveValue('120');

  const second = await context.newPage();
  await second.goto(address);
  await expect(second.getByText('This link was used before.')).toBeVisible();
  await expect(exchange(second).payin).toHaveValue('5');
  await expect(second).toHaveURL(new RegExp(token));
});

const payloads = [
  '<img src=//evil.test/a.png onerror=alert(1)>',
  '<script src=//evil.test/x.js></script>',
  '<svg onload=alert(1)><use href="//evil.test/x.svg#a"></svg>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<a href="javascript:alert(1)">press</a>',
  '<b style="background:url(//evil.test/b)" onmouseover=alert(1)>bold</b>',
];

test('5-36 A-135 markup in description, product details and coupon runs nothing and asks nobody', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (one) => asked.push(new URL(one.url()).hostname));
  page.on('dialog', (dialog) => {
    asked.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  const text = payloads.join(' ');
  const productDetails = JSON.stringify({
    header: text,
    footer: text,
    style: { color: 'url(//evil.test/c)', backgroundImage: 'url(//evil.test/d)' },
    items: payloads.map((name) => ({ name, img: '//evil.test/e.png', price: '1 EUR', count: 1 })),
  });
  for (const description of [payloads[0], payloads[3], payloads[5]]) {
    const fields = {
      partner_key: 'pk_test_shop',
      description: description ?? '',
      product_details: productDetails,
      coupon: text.slice(0, 60),
    };
    await page.goto(`/widget?${new URLSearchParams(fields).toString()}`);
    await expect(page.getByText('bold').first()).toBeVisible();
    await page.getByText('press').first().click();
    await page.getByText('bold').first().hover();
  }
  expect(asked.filter((host) => host.includes('evil') || host.startsWith('dialog'))).toEqual([]);
});
