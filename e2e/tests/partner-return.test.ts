import type { APIRequestContext } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { merchant } from '../pages/merchant.ts';
import { order } from '../pages/order.ts';
import { say } from '../say.ts';
import { newEmail } from '../steps/new-email.ts';

/** Origin where the pages of a demo partner may run, as the product declares it to browsers. */
async function partnerOrigin(request: APIRequestContext, key: string): Promise<string> {
  const policy = (await request.get(`/widget?partner_key=${key}`)).headers()['content-security-policy'] ?? '';
  return /frame-ancestors (\S+)/.exec(policy)?.[1] ?? '';
}

async function mint(request: APIRequestContext, form: Record<string, string>): Promise<string> {
  const headers = { 'x-authorization': 'Bearer sk_test_merchant_sandbox_secret_key' };
  const { session_token: token }: { session_token: string } = await (
    await request.post('/partner/sessions', { headers, form })
  ).json();
  return `/widget?partner_key=pk_test_merchant&session_token=${token}`;
}

test('A-097 a payer goes back to the shop with a signed end, and is not asked to buy again', async ({
  page,
  request,
}) => {
  const origin = await partnerOrigin(request, 'pk_test_merchant');
  await page.route(`${origin}/**`, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>The shop</h1>' }));
  const address = await mint(request, {
    is_merchant: '1',
    purchase_amount: '40',
    purchase_currency: 'EUR',
    partner_order_id: '20417',
    client_email: newEmail(),
    http_return_failed: `${origin}/sorry?cart=7`,
  });
  await page.goto(address);
  await merchant(page, 'Fenwick Paper').submit.click();
  const screen = order(page);
  await screen.cancel.click();
  await screen.cancelYes.click();
  await expect(page.getByText('The shop was getting')).toBeVisible();
  await expect(screen.another).toBeHidden();
  await expect(screen.tryAgain).toBeVisible();
  await page.getByRole('button', { name: say('tpl:order:return') }).click();
  await expect(page.getByRole('heading', { name: 'The shop' })).toBeVisible();
  const { pathname, searchParams } = new URL(page.url());
  expect(pathname).toBe('/sorry');
  expect(Object.fromEntries(searchParams)).toEqual({
    cart: '7',
    order_id: expect.stringMatching(/^CW/),
    status: 'canceled',
    partner_order_id: '20417',
    signature: expect.stringMatching(/^t=\d+,kid=wk_sandbox,v1=[0-9a-f]{64}$/),
  });
});
