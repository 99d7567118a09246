import type { Page, Route } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { auth } from '../pages/auth.ts';
import { exchange } from '../pages/exchange.ts';
import { menu } from '../pages/menu.ts';
import { picker } from '../pages/picker.ts';
import { support } from '../pages/support.ts';
import { say } from '../say.ts';
import { holdFiles } from '../steps/hold-files.ts';
import { typeAmount } from '../steps/type-amount.ts';

const banner = (page: Page, which: 'first' | 'next') => page.getByText(say(`tpl:exchange:free_${which}_title`));
const cards = (page: Page) => ['Visa', 'Mastercard'].map((name) => page.getByRole('img', { name }));
const poweredBy = (page: Page) => page.getByText(say('tpl:common:powered_by'));
const partner = (page: Page) => page.locator('header a', { hasText: 'for Fenwick Paper' });

/** Milliseconds from the opening of the next popup until its search box has the focus. */
async function timeToFocus(): Promise<number> {
  const { showModal } = HTMLDialogElement.prototype;
  return new Promise((resolve) => {
    let openedAt = 0;
    HTMLDialogElement.prototype.showModal = function open() {
      openedAt = performance.now();
      showModal.call(this);
    };
    addEventListener('focusin', ({ target }) => {
      if (openedAt > 0 && target instanceof HTMLInputElement) resolve(performance.now() - openedAt);
    });
  });
}

/** How the open popup came in. */
function slideOf(page: Page): Promise<{ name: string; duration: string }> {
  return page.locator('dialog[open] > section').evaluate((sheet) => {
    const { animationName, animationDuration } = getComputedStyle(sheet);
    return { name: animationName, duration: animationDuration };
  });
}

/** Answers prices with something changed in them. */
async function change(page: Page, part: (answer: { calc: object; errors: object[] }) => object): Promise<void> {
  await page.route('**/onramp/calc?*', async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: part(await response.json()) });
  });
}

test.describe('2.3 the exchange step', () => {
  test('2.3-05, 2.3-06, 2.3-08, 2.3-09, 2.3-10, 2.3-12, 2.3-14, 2.3-15, 2.3-28, 2.3-29, 2.3-31, 2.3-35, 2.3-37, 2.3-41, 2.4-14, A-118, 9-13, 9-33, 9-34 shows its parts, and the picker its lists', async ({
    page,
  }) => {
    const screen = exchange(page);
    const sheet = picker(page);
    await page.goto('/?partner_key=pk_test_shop');
    await expect(screen.payin).toHaveValue('250');
    await expect(screen.payout).toHaveValue(/^0\.\d{8}$/);
    await expect(screen.payinCurrency).toContainText('EUR');
    await expect(screen.payoutCurrency).toContainText('BTC');
    await support(page).open.click();
    await expect(support(page).address, 'A-118').toHaveAttribute('href', 'mailto:support@example.com');
    await page.keyboard.press('Escape');
    await expect(screen.floating).toBeChecked();
    await expect(screen.fixed).not.toBeChecked();
    await expect(page.getByRole('radio')).toHaveCount(2);
    await expect(screen.swap).toBeVisible();
    await expect(screen.submit).toBeVisible();
    await expect(poweredBy(page)).toBeVisible();
    await expect(partner(page)).toBeVisible();
    for (const mark of cards(page)) await expect(mark).toBeVisible();
    // The panel folds itself where there is no room, before the live regions are there.
    await expect(page.getByRole('status', { name: say('tpl:common:notices') })).toBeAttached();
    const isOpen = await screen.feeLines.first().isVisible();
    for (const visible of [!isOpen, isOpen]) {
      await screen.fees.click();
      await expect(screen.feeLines.first()).toBeVisible({ visible });
    }
    await screen.coupon.click();
    await expect(screen.couponField).toBeVisible();
    await page.getByRole('button', { name: say('tpl:coupon:hide') }).click();
    await expect(screen.couponField).toBeHidden();
    await expect(page.getByRole('button', { name: say('tpl:common:back') })).toBeHidden();

    const wait = page.evaluate(timeToFocus);
    await screen.payoutCurrency.click();
    await expect(sheet.sheet.getByRole('heading', { name: say('tpl:picker:payout') })).toBeVisible();
    expect(await wait, '9-34').toBeGreaterThanOrEqual(238);
    for (const list of ['popular', 'all'])
      await expect(sheet.sheet.getByText(say(`tpl:picker:${list}`), { exact: true })).toBeVisible();
    await sheet.search.fill('nonsense');
    await expect(sheet.empty('nonsense')).toBeVisible();
    await sheet.search.fill('tether');
    await sheet.option(/Tether/).click();
    await expect(sheet.sheet.getByRole('heading', { name: say('tpl:picker:network') })).toBeVisible();
    await sheet.close.click();
    await screen.payinCurrency.click();
    await sheet.option(/Euro/).first().click();
    const slides = { picker: await slideOf(page) };
    const method = say('tpl:picker:method_payin', { code: 'EUR', plural: 'euros' });
    await expect(sheet.sheet.getByRole('heading', { name: method })).toBeVisible();
    await sheet.close.click();
    await expect(sheet.sheet).toBeHidden();

    await menu(page).open.click();
    await expect(menu(page).entry('language')).toBeVisible();
    const slide = await slideOf(page);
    expect(slide.name, '2.3-37').not.toBe(slides.picker.name);
    expect(slide.duration, '9-33').toBe('0.4s');
  });

  test('2.3-06, 2.3-09, 2.3-10, 2.3-11, 2.3-12, 2.3-15, 2.4-16, 6-12, 6-13 leaves out what the page around hides', async ({
    page,
  }) => {
    const names = 'payout purchase_details we_accept coupon free_fee floating_rate partner_name header footer';
    const query = names.split(' ').map((name) => `hide_${name}=1`);
    const screen = exchange(page);
    await page.goto(`/?partner_key=pk_test_shop&${query.join('&')}`);
    await expect(screen.payin).toHaveValue('250');
    await expect(screen.submit).toBeEnabled();
    const left = [screen.payout, screen.floating, screen.feePanel, screen.coupon, partner(page), ...cards(page)];
    for (const part of [...left, banner(page, 'first'), poweredBy(page), menu(page).open])
      await expect(part).toBeHidden();
    await page.goto('/?hide_fee_details=1');
    await expect(screen.rate).toBeVisible();
    await expect(screen.feePanel).toBeHidden();
  });

  test('2.3-02, 2.3-22, 2.3-33, 2.3-36, 4.4-01, 6-02, 6-14, A-127 Enter submits once it may, and leads a visitor to the sign-in', async ({
    page,
  }) => {
    const slides: string[] = [];
    await page.exposeFunction('tellSlide', (name: string) => slides.push(name));
    await page.addInitScript(() => {
      addEventListener(
        'animationstart',
        ({ animationName }) => {
          if (animationName.startsWith('step-in')) void Reflect.get(window, 'tellSlide')(animationName);
        },
        true,
      );
    });
    await page.goto('/');
    const screen = exchange(page);
    await screen.payin.fill('5');
    await expect(screen.payin).toHaveAttribute('aria-invalid', 'true');
    await screen.payin.press('Enter');
    await expect(auth(page).heading).toBeHidden();
    await typeAmount(screen.payin, '100');
    await expect(screen.submit).toBeEnabled();
    await screen.payin.press('Enter');
    await expect(auth(page).heading).toBeVisible();
    const summary = page.getByRole('group', { name: /100 EUR.+BTC/ });
    await expect(summary).toHaveText(/100\sEUR0\.\d+\sBTC$/);
    await expect(summary.locator('.num + svg')).toBeVisible();
    const size = await summary.evaluate((row) => Number.parseFloat(getComputedStyle(row).fontSize));
    expect(size).toBeGreaterThanOrEqual(8);
    expect(size).toBeLessThanOrEqual(14);
    const back = page.getByRole('button', { name: say('tpl:common:back') });
    await back.click();
    await expect(screen.form).toBeVisible();
    await expect.poll(() => [...new Set(slides)]).toEqual(['step-in-forward', 'step-in-back']);
    await page.goto('/?hide_back=1');
    await screen.logIn.click();
    await expect(auth(page).heading).toBeVisible();
    await expect(back).toBeHidden();
  });

  test('a price that is not there yet leaves nothing of that of another amount', async ({ page, context }) => {
    await page.goto('/');
    const screen = exchange(page);
    await expect(screen.submit).toBeEnabled();
    const worth = screen.form.getByText(/^≈/);
    await expect(worth).toBeVisible();
    await context.setOffline(true);
    await screen.payin.fill('77');
    await expect(page.getByText(say('tpl:common:error:network'))).toBeVisible();
    await expect(worth).toBeHidden();
    await context.setOffline(false);
    await expect(worth).toBeVisible();
  });

  test('2.3-19 without an amount the button is off, and its press says why', async ({ page }) => {
    await page.goto('/');
    const screen = exchange(page);
    await expect(screen.submit).toBeEnabled();
    await screen.payin.fill('0');
    await expect(screen.submit).toBeDisabled();
    await expect(screen.submit).not.toHaveAttribute('aria-busy');
    await expect(screen.payin).not.toHaveAttribute('aria-invalid');
    await screen.submit.click({ force: true });
    await expect(screen.payin).toHaveAccessibleDescription(say('tpl:error:REQUIRED'));
    await expect(screen.payin).toBeFocused();
    await screen.payin.fill('');
    await expect(screen.payin).toHaveAccessibleDescription(say('tpl:error:REQUIRED'));
    await screen.payin.fill('50');
    await expect(screen.submit).toBeEnabled();
    await expect(screen.payin).not.toHaveAttribute('aria-invalid');
  });

  test('2.3-11, 2.3-13, 8-04, 8-26 the banner and the errors of a price', async ({ page }) => {
    const item = { type: 'danger', field: 'system_state', code: 'SYSTEM_ERROR', text: '' };
    const says = { free: 0, errors: [item] };
    await change(page, ({ calc, ...rest }) => ({
      ...rest,
      calc: { ...calc, can_free_first: says.free, is_service_free: 1 },
      errors: says.errors,
    }));
    await page.goto('/');
    const screen = exchange(page);
    const wrong = page.getByRole('alert').filter({ hasText: say('tpl:common:error:system') });
    await screen.payin.fill('120');
    await expect(wrong).toBeVisible();
    await expect(screen.submit).toBeDisabled();
    await expect(banner(page, 'next')).toBeVisible();
    Object.assign(says, { free: 1, errors: [] });
    await screen.payin.fill('130');
    await expect(banner(page, 'first')).toBeVisible();
    await expect(banner(page, 'next')).toBeHidden();
    await expect(wrong).toBeHidden();
  });
});

test('8-25 a step whose code does not load says that the connection is at fault, and offers to try again', async ({
  page,
}) => {
  const release = await holdFiles(page, '**/assets/steps-*.js');
  await page.goto('/');
  await expect(exchange(page).submit).toBeEnabled();
  await page.route('**/assets/auth-view-*.js', (route) => route.abort());
  await exchange(page).logIn.click();
  await expect(exchange(page).submit).toHaveAttribute('aria-busy', 'true');
  release();
  await expect(page.getByText(say('tpl:common:network'))).toBeVisible();
  // The rest is tested in order-in-trouble: here five seconds without a step already lead back to the exchange
  // (4.3-23).
  await expect(page.getByRole('button', { name: say('tpl:common:try_again') })).toBeVisible();
});

test('8-25 the page lives on while its later parts do not come, and has them once they do', async ({ page }) => {
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/late-parts-'));
  await page.route('**/assets/late-parts-*.js', (route) => route.abort());
  await page.goto('/');
  await lost;
  await expect(exchange(page).submit).toBeEnabled();
  await page.unroute('**/assets/late-parts-*.js');
  await menu(page).open.click();
  await expect(menu(page).sheet).toBeVisible();
});
