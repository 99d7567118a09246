import { eventsOf, expect, readHeard, send, slow, test } from '../embed/host-fixtures.ts';
import { exchange } from '../pages/exchange.ts';

const widgetOf = (key: string, more = '', content = '') =>
  `<causeway-widget id="pay" partner-key="${key}" payin-currency="EUR" payin-amount="250" ${more}>${content}</causeway-widget>`;
const button = '<button type="button">Pay with crypto</button>';

test.use({ viewport: { width: 900, height: 900 } });

test.describe('1 displays of the widget on a partner’s page', () => {
  test('inline, from the doctor’s script tag, which has a version and a hash; another hash is refused', async ({
    page,
    hosts,
    stack,
    openPartner,
  }) => {
    await page.goto(`${stack.productUrl}/embed-doctor`);
    const tag = (await page.locator('pre').textContent()) ?? '';
    const [, path = '', hash = ''] = /src="[^"]*(\/sdk\/[^"]+)" integrity="([^"]+)"/.exec(tag) ?? [];
    await openPartner(widgetOf(hosts.partnerKey), { path, script: `integrity="${hash}" crossorigin="anonymous"` });
    await expect(exchange(page.frameLocator('iframe')).payin).toHaveValue('250');
    await expect.poll(() => eventsOf(page), slow).toEqual(['ready', 'update-step', 'change-display']);
    const reported = (await readHeard(page)).find(([, event]) => event === 'change-display');
    expect(reported?.[2]).toMatchObject({ display: 'inline', reason: null });

    const wrong = hash.replace(/-..../, '-AAAA');
    await openPartner(widgetOf(hosts.partnerKey), { path, script: `integrity="${wrong}" crossorigin="anonymous"` });
    expect(await page.evaluate("customElements.get('causeway-widget') === undefined")).toBe(true);
  });

  test('modal: a click opens it with the focus inside, Escape closes it and what was typed stays', async ({
    page,
    hosts,
    openPartner,
  }) => {
    await openPartner(widgetOf(hosts.partnerKey, 'display="modal"', button));
    const pay = page.getByRole('button', { name: 'Pay with crypto' });
    const dialog = page.getByRole('dialog');
    const widget = exchange(page.frameLocator('iframe'));
    await expect(async () => {
      await pay.click();
      await expect(dialog).toBeVisible({ timeout: 500 });
    }).toPass();
    await widget.payin.fill('300');
    await dialog.getByRole('button', { name: 'Close' }).focus();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(pay).toBeFocused();
    await pay.click();
    await widget.payoutCurrency.click();
    const sheet = page.frameLocator('iframe').getByRole('dialog');
    await expect(sheet).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
    await expect(dialog, 'D10 the widget’s own sheet comes first').toBeVisible();
    await widget.payin.press('Escape');
    await expect(dialog, 'D10 from inside the frame').toBeHidden();
    await expect(pay).toBeFocused();
    await pay.click();
    await expect(widget.payin).toHaveValue('300');
    expect(await eventsOf(page)).toEqual(expect.arrayContaining(['change-display', 'ready', 'close']));
  });

  test('popup: opened in the click, it talks to the page that opened it, and its end is reported', async ({
    page,
    context,
    hosts,
    openPartner,
  }) => {
    await openPartner(widgetOf(hosts.partnerKey, 'display="popup"', button));
    const opening = context.waitForEvent('page');
    await page.waitForFunction('window.Causeway?.parts.more');
    await page.getByRole('button', { name: 'Pay with crypto' }).click();
    const popup = await opening;
    await expect(exchange(popup).payin).toHaveValue('250');
    expect(new URL(popup.url()).pathname).toBe('/buysell');
    await expect.poll(() => eventsOf(page)).toEqual(['change-display', 'ready', 'update-step']);
    await page.locator('#pay').evaluate((element) => element.setAttribute('payin-amount', '120'));
    await expect(exchange(popup).payin).toHaveValue('120');
    await popup.close();
    await expect.poll(() => eventsOf(page)).toContain('close');
  });

  test('a blocked popup leaves this tab and the phone, each by one click, and the partner is notified', async ({
    page,
    hosts,
    openPartner,
  }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await openPartner(widgetOf(hosts.partnerKey, 'display="popup" dst-address="bc1qsecret"', button));
    await page.waitForFunction('window.Causeway?.parts.more');
    await page.getByRole('button', { name: 'Pay with crypto' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('status')).toHaveText('Your browser blocked the payment window.');
    await dialog.getByRole('button', { name: 'Go on with your phone' }).click();
    await expect(dialog.getByRole('img', { name: 'Go on with your phone' })).toBeVisible();
    const reported = (await readHeard(page))
      .filter(([, event]) => event === 'change-display')
      .map(([, , detail]) => detail);
    expect(reported).toMatchObject([
      { display: 'redirect', reason: 'popup-blocked' },
      { display: 'qr', reason: 'client' },
    ]);
    await dialog.getByRole('button', { name: 'Go on in this tab' }).click();
    await expect(exchange(page).payin).toHaveValue('250');
    expect(new URL(page.url()).pathname).toBe('/buysell');
  });

  test('redirect: a click goes to the widget in this tab', async ({ page, hosts, openPartner }) => {
    await openPartner(widgetOf(hosts.partnerKey, 'display="redirect"', button));
    await page.waitForFunction('window.Causeway?.parts.more');
    await page.getByRole('button', { name: 'Pay with crypto' }).click();
    await expect(exchange(page).payin).toHaveValue('250');
  });

  test('two widgets on a page do not receive each other’s messages, and one works without the other', async ({
    page,
    hosts,
    openPartner,
  }) => {
    const second = widgetOf(hosts.partnerKey).replace('"pay"', '"sell"').replace('"250"', '"90"');
    await openPartner(widgetOf(hosts.partnerKey) + second);
    await expect(exchange(page.frameLocator('#pay iframe')).payin).toHaveValue('250');
    await expect(exchange(page.frameLocator('#sell iframe')).payin).toHaveValue('90');
    for (const id of ['pay', 'sell']) await expect.poll(() => eventsOf(page, id)).toContain('ready');
    await send(page, '#sell', 'register', {});
    await expect(page.frameLocator('#sell iframe').getByRole('tab', { selected: true })).toBeVisible();
    await page.locator('#sell').evaluate((element) => element.remove());
    await page.locator('#pay').evaluate((element) => element.setAttribute('payin-amount', '130'));
    await expect(exchange(page.frameLocator('#pay iframe')).payin).toHaveValue('130');
    expect(await eventsOf(page, 'pay')).not.toContain('error');
  });
});
