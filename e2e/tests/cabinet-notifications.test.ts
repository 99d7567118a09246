import type { Page } from '@playwright/test';
import { findMisfits } from '../checks/find-misfits.ts';
import { findViolations } from '../checks/find-violations.ts';
import { waitUntilStill } from '../checks/wait-until-still.ts';
import { expect, test } from '../fixtures.ts';
import { cabinet, notifications } from '../pages/cabinet.ts';
import { menu } from '../pages/menu.ts';
import { order } from '../pages/order.ts';
import { say } from '../say.ts';
import { refuseStream } from '../steps/refuse-stream.ts';
import { signIn } from '../steps/sign-in.ts';
import { tabTo } from '../steps/tab-to.ts';

test('1-22, 2.4-08, A-114 what happened to an order is in the menu, the title and the list, and leads to it', async ({
  page,
  context,
  api,
}) => {
  const client = await api.register();
  const niceId = await api.placeOrder(client);
  await signIn(context, client);
  await page.goto(`/order-status/${niceId}`);
  await order(page).cancel.click();
  await order(page).cancelYes.click();
  await expect(order(page).canceled).toBeVisible();

  await page.goto('/');
  await expect(page).toHaveTitle(/^\(1\) /);
  await menu(page).open.click();
  await expect(menu(page).sheet.getByRole('link', { name: /Notifications/ })).toContainText('1');
  await menu(page).entry('notifications').click();
  await expect(page).toHaveURL('/notifications');
  const list = notifications(page);
  await expect(list.rows).toHaveCount(1);
  await expect(list.unread).toHaveCount(1);
  await list.open(0).click();
  await expect(page).toHaveURL(`/order-status/${niceId}`);
  await expect(page).toHaveTitle(/^[^(]/);
  await page.goBack();
  await expect(list.rows).toHaveCount(1);
  await expect(list.unread).toHaveCount(0);
  await list.delete(0).press('Enter');
  await expect(list.empty).toBeVisible();
  await expect(cabinet(page).heading).toBeFocused();
  await page.reload();
  await expect(list.empty).toBeVisible();
});

test('2.4-08, A-114 the bell of the header says how many are unread, and leads to them by the keyboard', async ({
  page,
  context,
  api,
}) => {
  await page.goto('/');
  await expect(menu(page).open).toBeVisible();
  await waitUntilStill(page);
  const list = notifications(page);
  await expect(list.bell(0), 'a visitor has none').toHaveCount(0);
  await signIn(context, await api.register());
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/');
  await expect(list.bell(0)).toBeVisible();
  await answerMany(page, 3);
  await page.reload();
  await expect(list.bell(66)).toBeVisible();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await waitUntilStill(page);
    expect.soft(await findViolations(page), colorScheme).toEqual([]);
  }
  expect.soft(await findMisfits(page)).toEqual([]);
  await tabTo(page, list.bell(66));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/notifications');
  await page.route('**/notifications/read', (route) =>
    route.fulfill({ json: { success: 1, read_at: 1_790_000_001, unread_count: 0, errors: [] } }),
  );
  await list.readAll.click();
  await expect(list.bell(0)).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByRole('navigation', { name: say('tpl:common:menu') })).toBeVisible();
  await expect(list.bell(0), 'the side menu has it').toBeHidden();
});

/** So many entries, two of three unread, answered by pages of 20. */
async function answerMany(page: Page, total: number): Promise<void> {
  const all = Array.from({ length: total }, (_, index) => ({
    nice_id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    read_at: index % 3 === 0 ? 1_790_000_000 : 0,
    created_at: 1_790_000_000 - index * 50_000,
    type: ['order-finished', 'payment-partial', 'verification-rejected', 'new-device'][index % 4],
    title: `Entry ${index}`,
    text: `Something happened to the order ${'W'.repeat(30)}`,
    link: '/transactions',
  }));
  await page.route('**/notifications', async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    const start = Number(new URLSearchParams(route.request().postData() ?? '').get('page_id') ?? 0);
    const next = start + 20 < total ? String(start + 20) : '';
    const json = { success: 1, data: all.slice(start, start + 20), unread_count: 66, next_page_id: next, errors: [] };
    return route.fulfill({ json });
  });
}

test('3-55 a hundred pages: older ones follow one by one', async ({ page, context, api }) => {
  await signIn(context, await api.register());
  await answerMany(page, 2000);
  await page.goto('/notifications');
  const list = notifications(page);
  for (const count of [20, 40, 60]) {
    await expect(list.rows).toHaveCount(count);
    await list.older.click();
  }
  await expect(list.rows.nth(79)).toContainText('Entry 79');
});

test('A-114 a list that does not come says so, and comes at the next try', async ({ page, context, api }) => {
  await signIn(context, await api.register());
  await refuseStream(page);
  let isBroken = true;
  let refused = 0;
  await page.route('**/notifications', (route) => {
    if (!isBroken || route.request().method() !== 'POST') return route.fallback();
    refused += 1;
    return route.fulfill({ status: 500, json: {} });
  });
  await page.goto('/notifications');
  const again = page.getByRole('button', { name: say('tpl:common:try_again') });
  await expect(again).toBeVisible();
  // The title's look at the list and the page's own may be one, or two.
  await page.waitForLoadState('networkidle');
  expect(refused).toBeGreaterThan(0);
  isBroken = false;
  await again.click();
  await expect(notifications(page).empty).toBeVisible();
});

test('A-114 all are read, and a deletion that fails keeps the list', async ({ page, context, api }) => {
  await signIn(context, await api.register());
  await answerMany(page, 3);
  await page.goto('/notifications');
  const list = notifications(page);
  await expect(list.unread).toHaveCount(2);
  await page.route('**/notifications/read', (route) =>
    route.fulfill({ json: { success: 1, read_at: 1_790_000_001, unread_count: 0, errors: [] } }),
  );
  await list.readAll.click();
  await expect(list.unread).toHaveCount(0);
  await expect(list.readAll).toHaveCount(0);
  await page.route('**/notifications/delete', (route) => route.fulfill({ status: 500, json: {} }));
  await list.deleteAll.click();
  await expect(page.getByRole('button', { name: say('tpl:notification:keep') })).toBeFocused();
  await list.deleteAll.click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(list.rows).toHaveCount(3);
});

test('2.1-26 a visitor is sent to sign in', async ({ page }) => {
  await page.goto('/notifications');
  await expect(page).toHaveURL(/\/login\?redirect=/);
});
