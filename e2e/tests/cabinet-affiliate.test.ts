import type { Page } from '@playwright/test';
import { z } from 'zod';
import { expectLooks } from '../checks/expect-looks.ts';
import { findMisfits } from '../checks/find-misfits.ts';
import { findViolations } from '../checks/find-violations.ts';
import { waitUntilStill } from '../checks/wait-until-still.ts';
import { expect, test } from '../fixtures.ts';
import { cabinet } from '../pages/cabinet.ts';
import { exchange } from '../pages/exchange.ts';
import { menu } from '../pages/menu.ts';
import { say } from '../say.ts';
import { register } from '../steps/register.ts';
import { signIn } from '../steps/sign-in.ts';
import { topUp } from '../steps/top-up.ts';

test('1-20, 2.1-11, 2.1-12, A-115 who comes by a client’s link and buys is on all pages of that client', async ({
  page,
  context,
  browser,
  baseURL,
  api,
  sandbox,
  checkBooks,
}) => {
  await signIn(context, await api.register());
  await page.goto('/');
  await menu(page).open.click();
  await menu(page).entry('affiliate').click();
  await expect(page).toHaveURL('/affiliate');
  await expect(cabinet(page).heading).toHaveText(say('tpl:menu:affiliate'));
  const link =
    (await page
      .getByRole('region', { name: say('tpl:affiliate:link') })
      .getByRole('paragraph')
      .textContent()) ?? '';
  expect(link).toMatch(/\/\?ref=[0-9A-Z]{10}$/);
  await expect(page.getByRole('img', { name: say('tpl:affiliate:qr') })).toBeVisible();

  const other = await browser.newContext(baseURL === undefined ? {} : { baseURL });
  const theirs = await other.newPage();
  await theirs.goto(new URL(link).pathname + new URL(link).search);
  await exchange(theirs).logIn.click();
  const email = await register(theirs, sandbox);
  const tokens = await theirs.evaluate(() => localStorage.getItem('causeway.session') ?? '');
  await other.close();
  await topUp(api, sandbox, { email, tokens }, '250');

  await tab(page, 'statistic').click();
  await expect(page).toHaveURL('/affiliate/statistic');
  const day = page.getByRole('row').nth(1);
  await expect(day.getByRole('cell')).toHaveText([/\d/, '1', '1', '1', /^0\.87\sEUR$/]);
  await expect(page.getByRole('img', { name: /0\.87$/ })).toBeVisible();
  expect(await findViolations(page)).toEqual([]);

  await tab(page, 'statement').click();
  await expect(page.getByRole('listitem')).toHaveCount(1);
  await expect(page.getByRole('listitem')).toContainText(/250(\.00)?\sEUR.*R[0-9A-Z]{12}.*0\.87\sEUR/s);
  await tab(page, 'payouts').click();
  await expect(page.getByText(say('tpl:affiliate:no_payouts'))).toBeVisible();
  await tab(page, 'overview').click();
  await expect(number(page, 'deals_first')).toHaveText('1');
  await expect(number(page, 'waiting')).toHaveText(/^0\.87\sEUR$/);
  expect(await findViolations(page)).toEqual([]);
  await checkBooks();
});

test('2.1-11 a visitor is sent to the log-in', async ({ page }) => {
  await page.goto('/affiliate/statement');
  await expect(page).toHaveURL(/\/login\?/);
});

test('A-115 pages of rows are read one after another; a page that fails is read again', async ({
  page,
  context,
  api,
}) => {
  await signIn(context, await api.register());
  const rows = Array.from({ length: 45 }, (_, at) => ({
    created_at: Math.floor(Date.now() / 1000) - at * 40_000,
    nice_id: `R${String(at).padStart(12, '0')}`,
    level: (at % 2) + 1,
    amount: '1250.00',
    reward: at === 3 ? '-4.37' : '4.37',
    currency: 'EUR',
  }));
  let fails = true;
  await page.route('**/referral/statement', async (route) => {
    const start = Number(new URLSearchParams(route.request().postData() ?? '').get('start'));
    if (fails && start === 20) return route.fulfill({ status: 500, json: {} });
    return route.fulfill({ json: { data: rows.slice(start, start + 20), records_total: rows.length } });
  });
  await page.setViewportSize({ width: 320, height: 700 });
  await page.goto('/affiliate/statement');
  const list = page.getByRole('listitem');
  await expect(list).toHaveCount(20);
  const older = (count: number) => page.getByRole('button', { name: `Show ${count} older` });
  await older(20).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expect(list).toHaveCount(20);
  fails = false;
  await page.getByRole('button', { name: say('tpl:common:try_again') }).click();
  await expect(list).toHaveCount(40);
  await older(5).click();
  await expect(list).toHaveCount(45);
  await expect(older(5)).toHaveCount(0);
  await waitUntilStill(page);
  expect(await findMisfits(page)).toEqual([]);
});

test('A-115 without a programme the page says so', async ({ page, context, api }) => {
  await signIn(context, await api.register());
  const empty = { balance: '0.00', currency: 'EUR', client_crypted_id: 'ABCDEFGHJK', last_week_reward: '0.00' };
  const none = { deals_ref1: 0, deals_ref2: 0, referrer_percent: 0, url_base: 'https://pay.test/?ref=', min_payin: '' };
  await page.route('**/onramp/affiliate-config', (route) => route.fulfill({ json: { ...empty, ...none } }));
  await page.goto('/affiliate');
  await expect(page.getByText(say('tpl:affiliate:none'))).toBeVisible();
});

test('A-115 a statement without rewards says so', async ({ page, context, api }) => {
  await signIn(context, await api.register());
  await page.goto('/affiliate/statement');
  await expect(page.getByText(say('tpl:affiliate:no_rewards'))).toBeVisible();
  await expect(page.getByRole('listitem')).toHaveCount(0);
  await expect(page.getByRole('button', { name: /older$/ })).toHaveCount(0);
  await expectLooks(page);
});

test('A-115 the statistic is asked for the chosen days', async ({ page, context, api }) => {
  await signIn(context, await api.register());
  await page.goto('/affiliate/statistic');
  await expect(page.getByText(say('tpl:affiliate:no_days'))).toBeVisible();
  await page.getByLabel(say('tpl:transactions:time')).selectOption('days');
  await page.getByLabel(say('tpl:transactions:from')).fill('2026-06-01');
  const asked = page.waitForRequest((request) => fieldsOf(request.postData())['time_to'] === '2026-06-05');
  await page.getByLabel(say('tpl:transactions:to')).fill('2026-06-05');
  expect(fieldsOf((await asked).postData())).toMatchObject({ time_from: '2026-06-01', start: '0' });
});

const fields = z.record(z.string(), z.string());

function fieldsOf(form: string | null): Record<string, string> {
  return fields.parse(Object.fromEntries(new URLSearchParams(form ?? '')));
}

function tab(page: Page, name: string) {
  const pages = page.getByRole('navigation', { name: say('tpl:menu:affiliate') });
  return pages.getByRole('link', { name: say(`tpl:affiliate:${name}`) });
}

function number(page: Page, name: string) {
  return page
    .locator('dl > div')
    .filter({ hasText: say(`tpl:affiliate:${name}`) })
    .locator('dd');
}
