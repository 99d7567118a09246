import { findViolations } from '../checks/find-violations.ts';
import { expect, test } from '../fixtures.ts';
import { exchange } from '../pages/exchange.ts';

const address = (query: string) => `/playground?partnerKey=pk_test_shop&payinCurrency=EUR&payinAmount=150${query}`;

test.describe('1 the playground for partners', () => {
  test('shows the running widget as a shared link says, and changes it with each option', async ({ page }) => {
    await page.goto(address('&theme=dark'));
    const widget = page.frameLocator('iframe');
    await expect(exchange(widget).payin).toHaveValue('150');
    await expect(widget.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expect(page.getByRole('list', { name: 'Events' })).toContainText('ready');

    await page.getByLabel('Amount to pay').fill('175');
    await expect(exchange(widget).payin).toHaveValue('175');
    await page.getByLabel('Theme').selectOption('light');
    await expect(widget.locator('html')).toHaveAttribute('data-theme', 'light');
    await page.getByText('Parts', { exact: true }).click();
    await page.getByLabel('hideHeader').check();
    await expect(widget.getByRole('button', { name: 'Menu' })).toHaveCount(0);
    await expect.poll(() => new URL(page.url()).searchParams.get('flags')).toBe('hideHeader');
  });

  test('names an option that cannot work, and a key that is none', async ({ page }) => {
    await page.goto(address(''));
    await expect(exchange(page.frameLocator('iframe')).payin).toHaveValue('150');
    await page.getByLabel('By', { exact: true }).fill('crd');
    await expect(page.getByRole('list', { name: 'Events' })).toContainText('options-ignored');
    await page.getByLabel('Partner key').fill('');
    await expect(page.getByText('the widget appears here')).toBeVisible();
  });

  test('repairs a colour that cannot be read, as the widget does', async ({ page }) => {
    await page.goto(address('&brand=ffcc00'));
    await expect(page.getByText('the widget shows #7f6400', { exact: false })).toBeVisible();
    await page.getByRole('button', { name: 'Use that colour' }).click();
    await expect(page.getByLabel('Brand colour', { exact: true })).toHaveValue('7f6400');
    await expect(page.getByText('Readable as it is')).toBeVisible();
    await page.getByLabel('Text on the brand colour', { exact: true }).fill('7a6000');
    await expect(page.getByText('the widget leaves it out')).toBeVisible();
    await page.getByRole('button', { name: 'Leave it out' }).click();
    await expect(page.getByLabel('Text on the brand colour', { exact: true })).toHaveValue('');
  });

  test('writes the code of the chosen page', async ({ page, stack }) => {
    await page.goto(address(''));
    await page.getByLabel('For', { exact: true }).selectOption('React');
    await expect(page.locator('pre')).toContainText(`origin="${stack.productUrl}"`);
    await expect(page.locator('pre')).toContainText('payinAmount="150"');
  });

  test('fits 320 px and is accessible in both themes', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 700 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(address(''));
      await expect(exchange(page.frameLocator('iframe')).payin).toHaveValue('150');
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
      expect(await findViolations(page)).toEqual([]);
    }
  });

  test('only our own pages and the partner’s may frame the partner’s widget', async ({ request, stack }) => {
    const headers = (await request.get('/widget?partner_key=pk_test_shop')).headers();
    const [, allowed = ''] = /frame-ancestors ([^;]*)/.exec(headers['content-security-policy'] ?? '') ?? [];
    expect(allowed.split(' ')).toContain(new URL(stack.productUrl).origin);
    const page = await request.get('/playground');
    expect(page.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
  });
});
