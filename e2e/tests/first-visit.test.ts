import { chromium } from '@playwright/test';
import { eventsOf, readHeard, test as framed } from '../embed/host-fixtures.ts';
import { expect, test } from '../fixtures.ts';
import { auth } from '../pages/auth.ts';
import { exchange } from '../pages/exchange.ts';
import { menu } from '../pages/menu.ts';
import { say } from '../say.ts';
import { holdFiles } from '../steps/hold-files.ts';

const entry = '**/entry-browser-*.js';

test('without script the price stands, and the page says what it needs', async ({ browser, stack }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'en-GB' });
  const page = await context.newPage();
  await page.goto(stack.productUrl);
  await expect(exchange(page).payout).toHaveValue(/^0\.\d{8}$/);
  await expect(exchange(page).rate).toContainText('EUR');
  await expect(page.getByRole('note')).toHaveText(say('tpl:page:needs_script'));
  await expect(page.getByRole('note')).toBeInViewport();
  await context.close();
});

test('with script the page does not ask for it', async ({ page }) => {
  await page.goto('/');
  await expect(exchange(page).payin).toBeVisible();
  await expect(page.getByRole('note')).toBeHidden();
});

for (const moment of ['before its script', 'while it starts', 'once it answers'] as const)
  test(`a press on the menu ${moment} opens it, once`, async ({ page }) => {
    const release = await holdFiles(page, entry);
    await page.goto('/', { waitUntil: 'commit' });
    if (moment === 'before its script') await menu(page).open.click();
    const script = page.waitForResponse(entry);
    release();
    await (await script).finished();
    if (moment === 'once it answers') await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true');
    if (moment !== 'before its script') await menu(page).open.click();
    await expect(menu(page).sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu(page).sheet).toBeHidden();
    await page.waitForTimeout(300);
    await expect(menu(page).sheet).toBeHidden();
  });

test('a step back, whether kept by the browser or loaded again, has the amount and goes on', async ({ stack }) => {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'],
    args: ['--no-sandbox'],
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  try {
    const page = await browser.newPage({ locale: 'en-GB' });
    await page.goto(stack.productUrl);
    const { payin, payout, submit } = exchange(page);
    await payin.fill('500');
    await expect(payout).toHaveValue(/^0\.008/);
    await expect(submit).toBeEnabled();
    await page.goto(`${stack.productUrl}/licences.txt`);
    await page.goBack();
    await expect(payin).toHaveValue('500');
    const priced = page.waitForResponse('**/onramp/calc?*payin_amount=400*');
    await payin.fill('400');
    await priced;
    await expect(payout).toHaveValue(/^0\.006/);
    await expect(submit).toBeEnabled();
  } finally {
    await browser.close();
  }
});

test('where data are saved neither the typeface nor later screens come unasked', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: Object.assign(new EventTarget(), { saveData: true }) });
  });
  await page.clock.install();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true');
  await expect(page.getByRole('status', { name: say('tpl:common:notices') })).toBeAttached();
  await page.clock.runFor(10_000);
  await page.waitForLoadState('networkidle');
  expect(asked.filter((url) => /woff2|apply-face|auth-view|order-view/.test(url))).toEqual([]);
  await exchange(page).logIn.click();
  await expect(auth(page).heading).toBeVisible();
});

test('the sign-in by its address has its files asked for with the page', async ({ page }) => {
  const release = await holdFiles(page, entry);
  const files = Promise.all(
    ['auth-view-*.js', 'steps-*.js', 'texts/en'].map((name) => page.waitForRequest(`**/${name}`)),
  );
  await page.goto('/login', { waitUntil: 'commit' });
  await files;
  release();
  await expect(auth(page).heading).toBeVisible();
});

framed(
  'a page around that takes the widget out and puts it back has one that works',
  async ({ page, hosts, openPartner }) => {
    await openPartner(
      `<causeway-widget id="pay" partner-key="${hosts.partnerKey}" payin-amount="250"></causeway-widget>`,
    );
    const { payin, payout } = exchange(page.frameLocator('iframe'));
    await expect(payin).toHaveValue('250');
    await expect.poll(() => eventsOf(page)).toContain('ready');
    await page.evaluate(
      '(() => { const pay = document.querySelector("#pay"); pay.remove(); document.body.append(pay); })()',
    );
    await expect.poll(async () => (await readHeard(page)).filter(([, event]) => event === 'ready')).toHaveLength(2);
    await expect(page.locator('iframe')).toHaveCount(1);
    await payin.fill('500');
    await expect(payout).toHaveValue(/^0\.008/);
  },
);
