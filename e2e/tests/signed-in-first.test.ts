import { expect, test } from '../fixtures.ts';
import { exchange } from '../pages/exchange.ts';
import { say } from '../say.ts';
import { signIn } from '../steps/sign-in.ts';

const login = say('tpl:exchange:submit_login');
/** What is drawn, without the texts that are sent along. */
const drawn = (page = '') => page.split('<svg id="icons"')[0];

test.describe('D9 the signed-in state before the first paint', () => {
  test.beforeEach(async ({ page }) => {
    // Every text that the page ever shows on its way, from the first drawing on.
    await page.addInitScript(() => {
      const seen: string[] = [];
      Reflect.set(window, 'causewaySeen', seen);
      const look = () => {
        const text = document.querySelector('form button[type=submit]')?.textContent ?? '';
        if (text !== '' && seen.at(-1) !== text) seen.push(text);
      };
      new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true });
    });
  });

  test('a client who comes back never reads “Log in”, and the page says so as it is served', async ({
    page,
    context,
    api,
  }) => {
    await signIn(context, await api.register());
    await page.goto('/');
    await expect(exchange(page).buy).toBeVisible();
    await expect.poll(async () => (await context.cookies()).some(({ name }) => name === 'expected')).toBe(true);
    expect(drawn(await (await page.reload())?.text())).not.toContain(login);
    await expect(exchange(page).buy).toBeVisible();
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true', { timeout: 20_000 });
    expect(await page.evaluate(() => Reflect.get(window, 'causewaySeen'))).toHaveLength(1);
  });

  test('a cookie without its session makes a visitor again', async ({ page, context, stack }) => {
    await context.addCookies([{ name: 'expected', value: 'buy', url: stack.productUrl }]);
    await page.goto('/');
    await expect(exchange(page).submit).toBeVisible();
    await expect.poll(async () => (await context.cookies()).some(({ name }) => name === 'expected')).toBe(false);
    expect(drawn(await (await page.reload())?.text())).toContain(login);
  });
});
