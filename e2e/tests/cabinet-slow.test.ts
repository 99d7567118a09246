import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { settings } from '../pages/settings.ts';
import { say } from '../say.ts';
import { signIn } from '../steps/sign-in.ts';

const pages = [
  ['/balance', '/balance'],
  ['/balance/operations', '/balance/history'],
  ['/balance/deposit?depositCurrency=BTC', '/balance/deposit_address'],
  ['/balance/deposit?depositCurrency=EUR&depositGroup=sepa', '/balance/deposit_reference'],
  ['/transactions', '/transactions'],
  ['/discount', '/onramp/discount-config'],
  ['/affiliate', '/onramp/affiliate-config'],
  ['/affiliate/statistic', '/referral/statistics'],
  ['/affiliate/statement', '/referral/statement'],
  ['/affiliate/payouts', '/referral/payouts'],
  ['/notifications', '/notifications'],
  ['/settings/destinations', '/balance/destinations'],
  ['/settings/cards', '/cards'],
  ['/settings/subscription', '/subscription'],
] as const;

/** Holds the calls of a page until they are let go, then lets them fail or pass. */
async function hold(page: Page, path: string) {
  let end: (isFailed: boolean) => void = () => undefined;
  const ended = new Promise<boolean>((resolve) => (end = resolve));
  const isCall = (url: URL) => url.pathname.endsWith(path);
  await page.route(isCall, async (route) => {
    if (route.request().isNavigationRequest()) return route.fallback();
    return (await ended) ? route.abort() : route.continue();
  });
  return { end, release: () => page.unroute(isCall) };
}

for (const [address, path] of pages)
  test(`8-12, 4.12 ${address} on a slow network says that it loads, failed it is tried again by keyboard, and then is there`, async ({
    page,
    context,
    api,
  }) => {
    await signIn(context, await api.register());
    const held = await hold(page, path);
    await page.goto(address);
    const main = page.getByRole('main');
    const busy = main.locator('[aria-busy="true"]').first();
    await expect(busy).toBeVisible();
    held.end(true);
    const again = main.getByRole('button', { name: say('tpl:common:try_again') }).first();
    await expect(again).toBeVisible();
    await expect(main.getByText(say('tpl:common:network')).first()).toBeVisible();
    // First, as the list of notifications reads itself again once it can.
    await again.focus();
    await held.release();
    await page.keyboard.press('Enter');
    await expect(again).toBeHidden();
    await expect(busy).toBeHidden();
  });

for (const width of [320, 1280])
  test(`9-27, 4.12 at ${width} px a page whose script is on its way shows that more is to come`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const script = Promise.withResolvers<undefined>();
    await page.route('**/assets/*.js', (route) => script.promise.then(() => route.continue()));
    await page.goto('/faq', { waitUntil: 'commit' });
    const drawn = () =>
      page.locator('main > div').evaluate((place) => {
        const { content, opacity, visibility, blockSize } = getComputedStyle(place, '::before');
        return [content !== 'none', opacity, visibility, Number.parseFloat(blockSize) > 0];
      });
    await expect.poll(drawn).toEqual([true, '1', 'visible', true]);
    script.resolve(undefined);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.locator('main > div:empty').count()).toBe(0);
  });

/** These wait for the account before they ask for their list. */
const waiting = new Set(['/transactions', '/notifications', '/settings/cards']);

for (const [address, path] of pages.filter(([address]) => !waiting.has(address)))
  test(`4.6, 4.12 ${address} is one screen from its first drawing on: an account that comes late asks nothing again`, async ({
    page,
    context,
    api,
  }) => {
    await signIn(context, await api.register());
    const account = await hold(page, '/onramp/client');
    const held = await hold(page, path);
    const asked: string[] = [];
    page.on('request', (request) => {
      if (!request.isNavigationRequest() && new URL(request.url()).pathname.endsWith(path)) asked.push(request.url());
    });
    await page.goto(address);
    const main = page.getByRole('main');
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    held.end(true);
    const again = main.getByRole('button', { name: say('tpl:common:try_again') }).first();
    await expect(again).toBeVisible();
    await again.focus();
    const before = [...asked];
    const known = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/onramp/client'));
    account.end(false);
    await (await known).finished();
    // Only a known client has it.
    const bell = page.getByRole('banner').getByRole('button', { name: /notification/i });
    await expect(bell).toBeVisible();
    await expect(again).toBeFocused();
    expect(asked).toEqual(before);
  });

for (const address of ['change-password', 'delete-account'])
  test(`4.6, A-113 /settings/${address} keeps the place of the password until it is known whether there is one`, async ({
    page,
    context,
    api,
  }) => {
    await signIn(context, await api.register());
    const account = await hold(page, '/onramp/client');
    await page.goto(`/settings/${address}`);
    const form = page.getByRole('main').locator('form');
    const place = form.locator('[aria-busy="true"]').first();
    await expect(place).toBeVisible();
    const typed = form.locator('input:visible').last();
    await typed.fill('delete');
    await expect(form.locator('[type="submit"]')).toBeDisabled();
    await page.evaluate(() => document.fonts.ready);
    const top = (await typed.boundingBox())?.y ?? 0;
    account.end(false);
    await expect(settings(page).password.or(settings(page).oldPassword)).toBeVisible();
    await expect(place).toBeHidden();
    await expect(typed).toBeFocused();
    await expect(typed).toHaveValue('delete');
    expect(Math.abs(((await typed.boundingBox())?.y ?? 0) - top)).toBeLessThan(3);
  });

test('4.6, C-17 the wizards are listed once it is known which the account has, and a failed account is asked again', async ({
  page,
  context,
  api,
}) => {
  await signIn(context, await api.register());
  const account = await hold(page, '/onramp/client');
  const update = page.waitForResponse((response) => new URL(response.url()).pathname.endsWith('/onramp/config'));
  await page.goto('/verification');
  await update;
  const main = page.getByRole('main');
  await expect(main.locator('[aria-busy="true"]').first()).toBeVisible();
  await expect(main.getByRole('link')).toHaveCount(0);
  account.end(true);
  const again = main.getByRole('button', { name: say('tpl:common:try_again') });
  await again.focus();
  await account.release();
  await page.keyboard.press('Enter');
  await expect(main.getByRole('link', { name: /Basic details/ })).toBeVisible();
  await expect(main.getByText(/Level 1 of 5/)).toBeVisible();
});
