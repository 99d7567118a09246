import { expect, test } from '../fixtures.ts';
import { auth } from '../pages/auth.ts';
import { exchange } from '../pages/exchange.ts';
import { say } from '../say.ts';
import { holdFiles } from '../steps/hold-files.ts';
import { serveInHalves } from '../steps/serve-in-halves.ts';

const entry = '**/entry-browser-*.js';

test.describe('an amount while React joins', () => {
  test('keeps each key typed before, meanwhile and after, with the caret, and asks the price of all', async ({
    page,
  }) => {
    const release = await holdFiles(page, entry);
    await page.goto('/', { waitUntil: 'commit' });
    const { payin } = exchange(page);
    await payin.fill('');
    await payin.pressSequentially('12');
    const priced = page.waitForResponse('**/onramp/calc?*payin_amount=1034.25*');
    release();
    await payin.pressSequentially('34.5', { delay: 60 });
    await payin.press('ArrowLeft');
    await payin.press('2');
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true');
    await expect(payin).toHaveValue('1234.25');
    await expect(payin).toBeFocused();
    expect(await payin.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(6);
    await payin.press('Home');
    await payin.press('ArrowRight');
    await payin.press('Delete');
    await payin.press('0');
    await expect(payin).toHaveValue('1034.25');
    expect(await payin.evaluate((input: HTMLInputElement) => input.selectionStart)).toBe(2);
    await priced;
  });

  test('lets a composition that began before end as it would have', async ({ page }) => {
    const release = await holdFiles(page, entry);
    await page.goto('/', { waitUntil: 'commit' });
    const { payin } = exchange(page);
    await payin.fill('');
    const keyboard = await page.context().newCDPSession(page);
    await keyboard.send('Input.imeSetComposition', { text: 'さん', selectionStart: 2, selectionEnd: 2 });
    await expect(payin).toHaveValue('さん');
    release();
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true');
    await keyboard.send('Input.imeSetComposition', { text: '300', selectionStart: 3, selectionEnd: 3 });
    await expect(payin).toHaveValue('300');
    const priced = page.waitForResponse('**/onramp/calc?*payin_amount=300*');
    await keyboard.send('Input.insertText', { text: '300' });
    await expect(payin).toHaveValue('300');
    await priced;
  });

  test('takes what the browser has filled in without an event', async ({ page }) => {
    const release = await holdFiles(page, entry);
    await page.goto('/', { waitUntil: 'commit' });
    const { payin, payout } = exchange(page);
    await payin.evaluate((input: HTMLInputElement) => {
      input.value = '400';
    });
    const priced = page.waitForResponse('**/onramp/calc?*payin_amount=400*');
    release();
    await priced;
    await expect(payin).toHaveValue('400');
    await expect(payout).toHaveValue(/^0\.006/);
  });
});

test.describe('a choice that is made before React joins', () => {
  const makings = [
    { by: 'a press', choose: (first: ReturnType<typeof exchange>) => first.chooseFixed() },
    { by: 'the keyboard', choose: (first: ReturnType<typeof exchange>) => first.floating.press('ArrowRight') },
  ];
  for (const { by, choose } of makings)
    test(`is kept, by ${by}`, async ({ page }) => {
      const release = await holdFiles(page, entry);
      await page.goto('/', { waitUntil: 'commit' });
      const first = exchange(page);
      await choose(first);
      const priced = page.waitForRequest('**/onramp/calc?*is_floating_rate=0*');
      release();
      await priced;
      await expect(first.fixed).toBeChecked();
      await expect(first.rate).toContainText(/Locked for \d:\d\d/);
    });

  test('is kept beside the press that came after it', async ({ page }) => {
    const release = await holdFiles(page, entry);
    await page.goto('/', { waitUntil: 'commit' });
    const first = exchange(page);
    await first.chooseFixed();
    await first.swap.click();
    await first.logIn.click();
    release();
    await expect(auth(page).heading).toBeVisible();
    await page.getByRole('button', { name: say('tpl:common:back') }).click();
    await expect(first.fixed).toBeChecked();
  });
});

test('a press that comes after an amount, both before React joins, goes on with that amount', async ({ page }) => {
  const release = await holdFiles(page, entry);
  await page.goto('/', { waitUntil: 'commit' });
  const first = exchange(page);
  await first.payin.fill('300');
  await first.logIn.dblclick();
  const priced = page.waitForResponse('**/onramp/calc?*payin_amount=300*');
  release();
  await priced;
  await expect(auth(page).heading).toBeVisible();
  await page.getByRole('button', { name: say('tpl:common:back') }).click();
  await expect(first.payin).toHaveValue('300');
});

test('React waits for a page that is still coming when its script is here already', async ({ page, stack }) => {
  const site = await serveInHalves(stack.productUrl);
  try {
    const script = page.waitForResponse(entry);
    await page.goto(site.url, { waitUntil: 'commit' });
    await (await script).finished();
    // Past the second after which a page without a frame joins all the same.
    await page.waitForTimeout(2000);
    site.release();
    await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true');
  } finally {
    site.close();
  }
});
