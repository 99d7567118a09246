import { markupPayloads } from '@causeway/testing/markup-payloads';
import type { APIRequestContext } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { exchange } from '../pages/exchange.ts';
import { allPayloads, findHarm, listen } from '../steps/find-harm.ts';

const secret = 'sk_test_shop_sandbox_secret_key';

async function mint(request: APIRequestContext, form: Record<string, string>): Promise<string> {
  const headers = { 'x-authorization': `Bearer ${secret}` };
  const answer = await request.post('/partner/sessions', { headers, form });
  expect(answer.status()).toBe(200);
  const { session_token: token }: { session_token: string } = await answer.json();
  return token;
}

test('4.13 a session token opens one page: what it fixes stays, also after a reload; a second page shows why it is refused', async ({
  page,
  request,
  context,
}) => {
  const fixed = { payin_currency: 'EUR', payin_group: 'card', payin_amount: '120', coupon: 'WELCOME' };
  const token = await mint(request, fixed);
  const address = `/widget?partner_key=pk_test_shop&payin_amount=5&session_token=${token}`;
  await page.goto(address);
  const { payin, couponField } = exchange(page);
  await expect(payin).toHaveValue('120');
  await expect(couponField).toHaveValue('WELCOME');
  await expect(couponField).not.toBeEditable();
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

test('5-36 A-135 forty markup payloads in description, product details, coupon and texts run nothing and request nothing', async ({
  page,
  request,
}) => {
  expect(markupPayloads.length).toBeGreaterThanOrEqual(40);
  const heard = listen(page);
  const bold = '<b>bold</b>';
  const productDetails = JSON.stringify({
    header: markupPayloads.join(' ').slice(0, 400),
    footer: bold,
    style: { color: 'url(//evil.example/c)', backgroundImage: 'url(//evil.example/d)' },
    items: markupPayloads.map((name) => ({ name, img: name, price: name.slice(0, 40), count: 1 })),
  });
  for (const payload of ['<img src=//evil.example onerror=alert(1)>', '<a href="javascript:alert(1)">press</a>']) {
    const fields = { partner_key: 'pk_test_shop', product_details: productDetails, coupon: payload.slice(0, 60) };
    const description = `${payload} ${bold}`;
    // Those of a link are plain text; the partner's own have markup.
    for (const [name, value] of [
      ['description', description],
      ['session_token', await mint(request, { description })],
    ] as const) {
      await page.goto(`/widget?${new URLSearchParams({ ...fields, [name]: value }).toString()}`);
      await expect(page.getByText('bold', { exact: true }).first()).toBeVisible();
      await expect(page.getByRole('listitem').filter({ hasText: '1 ×' })).toHaveCount(markupPayloads.length);
      for (const part of await page.getByText(/^(?:x|press|bold)$/).all()) {
        await part.dispatchEvent('mouseover');
        await part.dispatchEvent('click');
      }
      expect(await findHarm(page)).toEqual([]);
    }
  }

  // Each as a coupon of its own, with a server that gives it back.
  await page.route('**/onramp/coupon', (route) => {
    const code = new URLSearchParams(route.request().postData() ?? '').get('coupon') ?? '';
    const coupon = { code, info: '', error: code, warning: '', active: 0 };
    return route.fulfill({ json: { success: 1, coupons: [coupon], errors: [] } });
  });
  const codes = markupPayloads.map((payload) => payload.slice(0, 64).trim());
  expect(await exchange(page).couponField.evaluate(tryCoupons, codes)).toEqual(codes);
  expect(await findHarm(page)).toEqual([]);

  // In every text of the catalogue, as a server that cleans nothing would send them.
  await page.route('**/texts/*', async (route) => {
    const response = await route.fetch();
    const texts: Record<string, unknown[]> = await response.json();
    const json = Object.fromEntries(Object.entries(texts).map(([key, parts]) => [key, [...parts, ` ${allPayloads}`]]));
    await route.fulfill({ response, json });
  });
  await page.goto('/login?step=register');
  await expect(page.getByRole('tab').filter({ hasText: '<noscript>' })).toHaveCount(2);
  await expect(page.getByRole('checkbox')).toHaveCount(2);
  expect(await findHarm(page)).toEqual([]);
  expect(heard.filter((host) => host.includes('evil') || host.startsWith('dialog'))).toEqual([]);
});

/** Types each code into the field and applies it. @returns the errors that the page has shown */
async function tryCoupons(field: Element, codes: readonly string[]): Promise<(string | null)[]> {
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  const pause = () => new Promise((resolve) => setTimeout(resolve, 5));
  const faults: (string | null)[] = [];
  for (const code of codes) {
    write?.call(field, code);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    while (field.getAttribute('aria-invalid') === 'true') await pause();
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
    while (field.getAttribute('aria-invalid') !== 'true') await pause();
    const [described = ''] = (field.getAttribute('aria-describedby') ?? '').split(' ').slice(-1);
    faults.push(document.getElementById(described)?.textContent ?? null);
  }
  return faults;
}
