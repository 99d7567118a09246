import { expect, test } from '../fixtures.ts';
import { auth } from '../pages/auth.ts';
import { exchange } from '../pages/exchange.ts';
import { menu } from '../pages/menu.ts';
import { say } from '../say.ts';
import { holdFiles } from '../steps/hold-files.ts';
import { typeAmount } from '../steps/type-amount.ts';

test.describe('the first screen', () => {
  test('shows a price with one request, answers with two more files, and asks no third party', async ({
    page,
    stack,
  }) => {
    const asked: { url: string; type: string; size: number }[] = [];
    page.on('request', (request) => asked.push({ url: request.url(), type: request.resourceType(), size: 0 }));
    const release = await holdFiles(page, '**/assets/**');
    await page.goto('/', { waitUntil: 'commit' });
    await expect(exchange(page).payout).toHaveValue(/^0\.\d{8}$/);
    await expect(exchange(page).rate).toContainText('EUR');
    expect(asked.filter(({ url }) => !url.includes('/assets/')).map(({ url }) => url)).toEqual([
      `${stack.productUrl}/`,
    ]);
    release();
    await expect(page.getByRole('status', { name: say('tpl:common:notices') })).toBeAttached();
    const before = asked.filter(({ type }) => type === 'script').findIndex(({ url }) => url.includes('late-parts'));
    expect(before, 'scripts before the page answers').toBeLessThanOrEqual(2);
    await page.waitForLoadState('networkidle');
    // The screen's own, what comes later to every page, and its icons; all texts wait for a screen that has more.
    expect(asked.filter(({ type }) => type === 'script').length).toBeLessThanOrEqual(3);
    expect(asked.map(({ url }) => url).filter((url) => url.includes('/texts/'))).toEqual([]);
    expect(asked.filter(({ url }) => !url.startsWith(stack.productUrl) && !url.startsWith('data:'))).toEqual([]);
  });

  test('folds the arithmetic of its price where the page is too short for it, and leaves it so', async ({ page }) => {
    for (const [height, isOpen] of [
      [640, false],
      [900, true],
    ] as const) {
      await page.setViewportSize({ width: 320, height });
      await page.goto('/');
      const { feePanel } = exchange(page);
      await expect(feePanel).toHaveJSProperty('open', isOpen);
      // What comes late is there: the panel has been joined.
      await expect(page.getByRole('status', { name: say('tpl:common:notices') })).toBeAttached();
      await expect(feePanel, `on ${height} px`).toHaveJSProperty('open', isOpen);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(height);
    }
  });

  test('keeps what was typed before the page answers, and asks its price', async ({ page }) => {
    const release = await holdFiles(page, '**/entry-browser-*.js');
    await page.goto('/', { waitUntil: 'commit' });
    const { payin, payout } = exchange(page);
    await payin.fill('500');
    const before = await payout.inputValue();
    const priced = page.waitForResponse('**/onramp/calc?*');
    release();
    await priced;
    await expect(payin).toHaveValue('500');
    await expect(payout).not.toHaveValue(before);
    await expect(payout).toHaveValue(/^0\.008/);
  });

  test('handles the button that was pressed before the page answers, once', async ({ page }) => {
    await page.addInitScript(() =>
      addEventListener('submit', () =>
        sessionStorage.setItem('heard', `${sessionStorage.getItem('heard') ?? ''}submit `),
      ),
    );
    const release = await holdFiles(page, '**/entry-browser-*.js');
    await page.goto('/', { waitUntil: 'commit' });
    await exchange(page).logIn.dblclick();
    await expect(exchange(page).payin).toBeVisible();
    release();
    await expect(auth(page).heading).toBeVisible();
    expect(await page.evaluate(() => sessionStorage.getItem('heard'))).toBe('submit ');
  });

  test('opens what was pressed last before the page answers: a menu, a picker', async ({ page }) => {
    const release = await holdFiles(page, '**/entry-browser-*.js');
    await page.goto('/', { waitUntil: 'commit' });
    await exchange(page).logIn.click();
    await menu(page).open.click();
    release();
    await expect(menu(page).sheet).toBeVisible();
    await expect(auth(page).heading).toBeHidden();
  });

  test('4.5-02 a price is requested 600 ms after the last key, and not between keys', async ({ page }) => {
    await page.addInitScript(() => {
      const times: number[] = [];
      Object.assign(window, { inputTimes: times });
      // When it is heard: a busy page hears a key later than it was pressed, and waits from then on.
      addEventListener('input', () => times.push(performance.now()), true);
    });
    await page.goto('/');
    const { payin, payout, submit, chooseFixed } = exchange(page);
    const fixedPrice = page.waitForResponse((response) => response.url().includes('is_floating_rate=0'));
    await chooseFixed();
    await fixedPrice;
    await expect(submit).toBeEnabled();
    // The choice was an input too, and its price was asked for at once.
    const from = await page.evaluate(() => performance.now());
    await payin.selectText();
    await payin.pressSequentially('123.45', { delay: 40 });
    await expect(payout).toHaveValue(/^0\.00[12]\d+$/);
    await expect(submit).toBeEnabled();
    const { asked, inputs } = await page.evaluate(
      (since) => ({
        inputs:
          'inputTimes' in window && Array.isArray(window.inputTimes)
            ? window.inputTimes.map(Number).filter((time) => time > since)
            : [],
        asked: performance
          .getEntriesByType('resource')
          .filter(({ name, startTime }) => name.includes('/onramp/calc?') && startTime > since)
          .map(({ name, startTime }) => ({ name, startTime })),
      }),
      from,
    );
    // A busy machine may pause between two keys for longer than the wait: each such pause causes one price request.
    const pauses = inputs.filter((time, index) => (inputs[index + 1] ?? Number.POSITIVE_INFINITY) - time > 595).length;
    expect(asked.length).toBeGreaterThanOrEqual(1);
    expect(asked.length).toBeLessThanOrEqual(pauses);
    expect(asked.at(-1)?.name).toContain('123.45');
    for (const { startTime } of asked) {
      const lastInput = Math.max(...inputs.filter((time) => time <= startTime));
      expect(startTime - lastInput).toBeGreaterThanOrEqual(595);
    }
  });

  test('a price that cannot be had says so, keeps the amounts, and comes by itself', async ({ page }) => {
    await page.goto('/');
    await page.route('**/onramp/calc?*', (route) =>
      route.fulfill({ status: 500, contentType: 'application/json', body: '{"success":0,"errors":[]}' }),
    );
    const { payin, submit } = exchange(page);
    await payin.fill('300');
    await expect(page.getByText(say('tpl:common:error:system'))).toBeVisible();
    await expect(payin).toHaveValue('300');
    await expect(submit).toBeDisabled();
    await page.unroute('**/onramp/calc?*');
    await expect(submit).toBeEnabled({ timeout: 15_000 });
    await expect(page.getByText(say('tpl:common:error:system'))).toBeHidden();
  });

  test('says that it is offline, and goes on by itself', async ({ page, context }) => {
    await page.goto('/');
    const { payin, payout, submit } = exchange(page);
    await expect(submit).toBeEnabled();
    await context.setOffline(true);
    await expect(page.getByText(say('tpl:common:error:network'))).toBeVisible();
    await expect(submit).toBeDisabled();
    await payin.fill('500');
    await context.setOffline(false);
    await expect(page.getByText(say('tpl:common:error:network'))).toBeHidden();
    await expect(payout).toHaveValue(/^0\.008/);
    await expect(submit).toBeEnabled();
  });

  test('8-03 an amount below the least is put right with one tap', async ({ page }) => {
    await page.goto('/');
    const { payin, submit } = exchange(page);
    await payin.fill('5');
    await expect(page.getByText('Card payments start at 30 EUR.')).toBeVisible();
    await expect(payin).toHaveAttribute('aria-invalid', 'true');
    await expect(submit).toBeDisabled();
    await page.getByRole('button', { name: say('tpl:exchange:use_amount', { amount: '30 EUR' }) }).press('Enter');
    await expect(payin).toHaveValue('30');
    await expect(payin).toBeFocused();
    await expect(submit).toBeEnabled();
  });

  test('A-128 a reload in the middle keeps the amounts; a page with other parameters starts afresh', async ({
    page,
  }) => {
    await page.goto('/');
    // Typed before, it is kept once the application is there.
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true');
    const { payin, submit, fixed, chooseFixed, logIn } = exchange(page);
    await payin.fill('333');
    await chooseFixed();
    await expect(submit).toBeEnabled();
    await logIn.click();
    await page.reload();
    await expect(payin).toHaveValue('333');
    await expect(fixed).toBeChecked();
    await page.goto('/?payin_amount=90&partner_key=pk_test_shop');
    await expect(payin).toHaveValue('90');
    await typeAmount(payin, '91');
    await expect(submit).toBeEnabled();
    await menu(page).open.click();
    await menu(page).entry('login').click();
    // A visitor who came by a partner continues with the partner.
    await expect(page).toHaveURL('/login?partner_key=pk_test_shop');
    await page.reload();
    await page.goBack();
    await expect(payin).toHaveValue('91');
  });

  test('with reduced motion nothing moves for long', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto('/');
    const longest = () =>
      page.evaluate(() =>
        Math.max(
          0,
          ...document
            .getAnimations()
            .map((animation) => animation.effect?.getComputedTiming())
            .map((timing) => Number(timing?.duration ?? 0)),
        ),
      );
    await exchange(page).payoutCurrency.click();
    const seen = [await longest()];
    await expect(page.getByRole('dialog')).toBeVisible();
    seen.push(await longest());
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await exchange(page).logIn.click();
    seen.push(await longest());
    await expect(auth(page).sendCode).toBeVisible();
    seen.push(await longest());
    expect(Math.max(...seen)).toBeLessThanOrEqual(150);
  });
});

for (const path of ['/nothing/here', '/settings-of-nobody']) {
  test(`2.1 the unknown path ${path} leads to the first screen`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL('/');
    await expect(exchange(page).form).toBeVisible();
  });
}
