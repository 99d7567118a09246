import type { Route } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { bankTransfer } from '../pages/bank-transfer.ts';
import { decision } from '../pages/decision.ts';
import { exchange } from '../pages/exchange.ts';
import { order } from '../pages/order.ts';
import { support } from '../pages/support.ts';
import { say } from '../say.ts';
import { allPayloads, findHarm, listen } from '../steps/find-harm.ts';
import { openOrder } from '../steps/open-order.ts';
import { pick } from '../steps/pick.ts';

const preorder = { payin_group: 'sepa' };

test('A-146 an order that is not there leads to support and to another order', async ({ page }) => {
  await page.goto('/order-status/CWNOSUCHORDER00000');
  await expect(order(page).notFound).toBeVisible({ timeout: 20_000 });
  await order(page).support.click();
  await expect(support(page).message).toBeVisible();
  await page.keyboard.press('Escape');
  await order(page).another.click();
  await expect(exchange(page).form).toBeVisible();
});

test('a deploy that took a screen’s code away offers a reload and keeps the order', async ({ page, context, api }) => {
  await page.route('**/assets/bank-screen-*', (route) => route.fulfill({ status: 404 }));
  await openOrder({ page, context, api, preorder });
  const reload = page.getByRole('button', { name: say('tpl:order:reload') });
  await expect(reload).toBeVisible({ timeout: 20_000 });
  await expect(page.getByRole('heading', { name: say('tpl:payment:bank_header') })).toBeVisible();
  await page.unroute('**/assets/bank-screen-*');
  await reload.click();
  await expect(bankTransfer(page).reference).toHaveText(/^CW-\d{4} \d{4}$/);
});

test('A-094 a server that fails keeps what was last known, and says that it may be old', async ({
  page,
  context,
  api,
}) => {
  await page.clock.install();
  const { niceId } = await openOrder({ page, context, api, preorder: { payin_group: 'card' } });
  const number = page.getByText(/^CW-\d{4}\s\d{4}$/);
  await expect(number).toBeVisible();
  await page.route(`**/onramp/o/${niceId}`, (route) => route.fulfill({ status: 500, body: '' }));
  await page.clock.runFor(9000);
  await expect(number).toBeVisible();
  await expect(order(page).notFound).toBeHidden();
});

test('A-093, A-135 late money is decided over; a decision made elsewhere meanwhile is reported; markup in memo, tag, coupon and description stays text', async ({
  page,
  context,
  api,
}) => {
  const heard = listen(page);
  // A poll that was cut short has no answer left to change; the page repeats one whose connection broke.
  await page.route(/\/onramp\/o\/CW\w+$/, (route) => makeLate(route).catch(() => route.abort().catch(() => undefined)));
  await openOrder({ page, context, api, preorder });
  const question = decision(page);
  await expect(question.late('250 EUR')).toBeVisible();
  await expect(page.getByRole('definition').filter({ hasText: '<noscript>' })).toHaveCount(5);
  expect(await findHarm(page)).toEqual([]);
  await question.goOn.click();
  await question.sure.click();
  await expect(page.getByText(say('tpl:error:DECISION_OVER'))).toBeVisible();
  expect(heard.filter((host) => host.includes('evil') || host.startsWith('dialog'))).toEqual([]);
});

/** Turns the server's answer for an order into one whose money came late. */
async function makeLate(route: Route): Promise<void> {
  const response = await route.fetch();
  const body: unknown = await response.json();
  const order = pick(body, 'order');
  const decision = {
    kind: 'late',
    received_amount: '250.00',
    payout_amount: '0.00398123',
    refund_amount: '250.00',
    decide_until: Number(pick(order, 'now')) + 259_200,
  };
  const [memo_id, memo_value, dst_tag, coupon, description] = Array<string>(5).fill(allPayloads);
  const texts = { memo_id, memo_value, dst_tag, coupon, description };
  const late = { ...Object(order), ...texts, status: 'pending', can_cancel: 0, purchase_params_payin: {}, decision };
  await route.fulfill({ response, json: { ...Object(body), order: late } });
}
