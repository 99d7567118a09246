import { findMisfits } from '../checks/find-misfits.ts';
import { eventsOf, expect, readHeard, slow, test } from '../embed/host-fixtures.ts';
import { exchange } from '../pages/exchange.ts';

const widgetOf = (key: string, more = '') =>
  `<causeway-widget id="pay" partner-key="${key}" payin-amount="250" ${more}></causeway-widget>`;

test.describe('1 the widget on difficult pages', () => {
  test('a strict content policy lets it work with script-src and frame-src alone', async ({
    page,
    hosts,
    stack,
    openPartner,
  }) => {
    const policy = `default-src 'none'; script-src 'nonce-abc' ${stack.productUrl}; frame-src ${stack.productUrl}; img-src data:; base-uri 'none'`;
    await page.addInitScript(
      'window.addEventListener("securitypolicyviolation", (event) => (window.violation = event.violatedDirective))',
    );
    await openPartner(widgetOf(hosts.partnerKey), { headers: { 'content-security-policy': policy }, nonce: 'abc' });
    await expect(exchange(page.frameLocator('iframe')).payin).toHaveValue('250');
    await expect.poll(() => eventsOf(page), slow).toContain('change-display');
    expect(await page.evaluate('window.violation')).toBeUndefined();
  });

  test('an isolated page shows it without what it stored', async ({ page, hosts, openPartner }) => {
    const headers = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
    await openPartner(widgetOf(hosts.partnerKey), { headers, script: 'crossorigin' });
    expect(await page.evaluate('window.crossOriginIsolated')).toBe(true);
    await expect(exchange(page.frameLocator('iframe')).payin).toHaveValue('250');
    await expect.poll(() => eventsOf(page)).toContain('ready');
  });

  test('where a partner needs storage and the browser refuses it to frames, a window takes over', async ({
    page,
    context,
    hosts,
    openPartner,
  }) => {
    // The browser of these tests keeps no storage for frames of other sites, as private windows do.
    await openPartner(widgetOf(hosts.partnerKey, 'needs="storage"'));
    const open = page.getByRole('button', { name: 'Open in a new window' });
    await expect(open).toBeVisible();
    const opening = context.waitForEvent('page');
    await open.click();
    await expect(exchange(await opening).payin).toHaveValue('250');
    const reported = (await readHeard(page)).find(([, event]) => event === 'change-display');
    expect(reported?.[2]).toMatchObject({ display: 'popup', reason: 'storage', capabilities: { storage: false } });
    await expect.poll(async () => (await eventsOf(page)).filter((event) => event === 'ready')).toHaveLength(2);
  });

  test('a page that allows no frame of the product gets an error that says what to check, and other displays', async ({
    page,
    hosts,
    stack,
    openPartner,
  }) => {
    await page.clock.install();
    const policy = `script-src 'nonce-abc' ${stack.productUrl}; frame-src 'none'`;
    await openPartner(widgetOf(hosts.partnerKey), { headers: { 'content-security-policy': policy }, nonce: 'abc' });
    await page.waitForFunction('window.Causeway');
    await page.clock.fastForward(20_000);
    await expect(page.getByRole('button', { name: 'Open in a new window' })).toBeVisible();
    const heard = await readHeard(page);
    expect(heard.map(([, event]) => event)).toEqual(['error', 'change-display']);
    expect(heard[0]?.[2]).toContain(`${hosts.partner} is an allowed origin of ${hosts.partnerKey}`);
  });

  test('fits a frame of 320 px on a page that is written right to left', async ({ page, hosts, openPartner }) => {
    await page.setViewportSize({ width: 320, height: 760 });
    await openPartner(widgetOf(hosts.partnerKey), { root: 'dir="rtl"' });
    await expect(exchange(page.frameLocator('iframe')).payin).toHaveValue('250');
    await expect.poll(() => eventsOf(page)).toContain('ready');
    expect(await findMisfits(page)).toEqual([]);
    const inside = page.frameLocator('iframe').locator(':root');
    expect(await inside.evaluate((root) => root.scrollWidth <= root.clientWidth)).toBe(true);
  });

  test('the doctor’s overlay shows what is wrong, and its page too', async ({ page, hosts, stack, openPartner }) => {
    const headers = { 'permissions-policy': 'camera=()' };
    await openPartner(widgetOf('pk_nobody', 'debug display="modal"'), { headers });
    const overlay = page.locator('[data-causeway-doctor]');
    await expect(overlay.getByText('No partner has the key pk_nobody.')).toBeVisible();
    await expect(overlay.getByText(`Permissions-Policy: camera=(self "${stack.productUrl}")`)).toBeVisible();

    await page.goto(`${stack.productUrl}/embed-doctor`);
    await page.getByLabel('Partner key').fill(hosts.partnerKey);
    await page.getByLabel('Address of your page').fill(`${hosts.partner.replace('http:', 'https:')}/shop`);
    await page.getByLabel('Headers of your page').fill("Content-Security-Policy: frame-src 'self'");
    await page.getByRole('button', { name: 'Examine' }).click();
    await expect(page.getByText(`Allowed is ${hosts.partner}, which is another origin.`)).toBeVisible();
    await expect(page.getByText(`frame-src 'self' ${stack.productUrl}`)).toBeVisible();
    expect(await findMisfits(page)).toEqual([]);
  });
});
