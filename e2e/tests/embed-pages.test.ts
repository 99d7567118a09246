import { findMisfits } from '../checks/find-misfits.ts';
import { eventsOf, expect, readHeard, send, slow, test } from '../embed/host-fixtures.ts';
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
      'window.violations = []; window.addEventListener("securitypolicyviolation", (event) => violations.push(event.violatedDirective))',
    );
    await openPartner(widgetOf(hosts.partnerKey), { headers: { 'content-security-policy': policy }, nonce: 'abc' });
    await expect(exchange(page.frameLocator('iframe')).payin).toHaveValue('250');
    await expect.poll(() => eventsOf(page), slow).toContain('change-display');
    // The server is asked why a frame is silent for three seconds, on a slow machine: the page may forbid that too.
    const violations = await page.evaluate<string[]>('violations');
    expect(violations.filter((directive) => directive !== 'connect-src')).toEqual([]);
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

  for (const [what, keyOf, sentence] of [
    ['key', () => 'pk_nobody', 'No partner has the key pk_nobody.'],
    ['origin', () => 'pk_test_merchant', 'is not an allowed origin of pk_test_merchant.'],
  ] as const)
    test(`P9 an unknown ${what} is reported at once, with what to change, and other displays come`, async ({
      page,
      openPartner,
    }) => {
      // The 20 seconds of a frame that stays silent never end: the reason has to come by itself.
      await page.addInitScript(() => {
        const { setTimeout: wait } = window;
        Reflect.set(window, 'setTimeout', (run: () => void, time: number) => (time === 20_000 ? 0 : wait(run, time)));
      });
      await openPartner(widgetOf(keyOf()));
      await expect(page.getByRole('button', { name: 'Open in a new window' })).toBeVisible();
      const heard = await readHeard(page);
      expect(heard.map(([, event]) => event)).toEqual(['error', 'change-display']);
      expect(heard[0]?.[2]).toContain(sentence);
      expect(heard[1]?.[2]).toMatchObject({ reason: 'refused' });
    });

  test('P6, P8 an unknown display and a secret key are errors that say what was expected', async ({
    page,
    hosts,
    openPartner,
  }) => {
    await openPartner(`${widgetOf(hosts.partnerKey, 'display="overlay"')}
      <causeway-widget id="secret" partner-key="sk_test_pasted"></causeway-widget>`);
    await expect.poll(async () => (await readHeard(page)).length).toBe(2);
    const said = new Map((await readHeard(page)).map(([id, , detail]) => [id, detail]));
    expect(said.get('pay')).toContain('"display" to be inline, modal, popup or redirect, but got "overlay".');
    expect(said.get('secret')).toContain('a public key, "pk_…" (replace a secret one), but got "sk_".');
    await expect(page.locator('iframe')).toHaveCount(0);
  });

  test('P5, P7 whatever is not known or not possible reaches event and doctor, live changes too', async ({
    page,
    hosts,
    openPartner,
  }) => {
    const wrong = 'flags="hideCupon" payin-group="crd" payin-currency="EUE" lang="xx" payin-amont="5" sw-mode="buy"';
    await openPartner(widgetOf(hosts.partnerKey, `${wrong} routes="order-stepper verificatoin" debug`));
    const ignored = async () =>
      (await readHeard(page)).filter(([, event]) => event === 'options-ignored').map(([, , detail]) => detail);
    await expect.poll(async () => (await ignored()).length, slow).toBe(1);
    const text = JSON.stringify(await ignored());
    for (const meant of ['hideCoupon', 'card', 'EUR', 'en, es, uk', 'payin-amount', 'directBuy', 'verification'])
      expect(text).toContain(meant);
    await expect(page.locator('[data-causeway-doctor]')).toContainText('There is no option or flag "hideCupon".');

    await send(page, '#pay', 'open-exchange', { payoutCurrency: 'BTX' });
    await expect.poll(async () => JSON.stringify((await ignored())[1]), slow).toContain('Did you mean \\"BTC\\"?');
  });

  test('a frame written before the element works before the script is there, and is the widget from then on', async ({
    page,
    hosts,
    stack,
    openPartner,
  }) => {
    const opened: string[] = [];
    page.on('request', (request) => request.isNavigationRequest() && opened.push(new URL(request.url()).pathname));
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/causeway.js', async (route) => {
      await released;
      await route.continue();
    });
    const address = `${stack.productUrl}/widget?partner_key=${hosts.partnerKey}&amp;payin_currency=EUR&amp;payin_amount=250`;
    const frame = `<iframe src="${address}" style="width:100%;height:650px"></iframe>`;
    const opening = openPartner(frame + widgetOf(hosts.partnerKey, 'payin-currency="EUR"'));
    const { payin } = exchange(page.frameLocator('iframe'));
    await expect(payin).toHaveValue('250');
    await payin.fill('75');
    // The widget serves a page without an answer after 1.5 s: what it has said by then is heard too.
    await page.waitForTimeout(2500);
    expect(await readHeard(page)).toEqual([]);
    release();
    await opening;
    await expect.poll(() => eventsOf(page), slow).toEqual(expect.arrayContaining(['ready', 'change-display']));
    await expect(payin).toHaveValue('75');
    expect(opened).toEqual(['/shop', '/widget']);
    // The fees are folded so that the page fits this frame: the frame grows with them.
    await page.frameLocator('iframe').locator('details > summary').first().click();
    const height = () => page.locator('iframe').evaluate((element) => element.style.height);
    await expect.poll(height, slow).not.toBe('650px');
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
