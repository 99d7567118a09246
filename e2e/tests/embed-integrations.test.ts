import { eventsOf, expect, readHeard, send, slow, test } from '../embed/host-fixtures.ts';
import { exchange } from '../pages/exchange.ts';
import { order } from '../pages/order.ts';
import { say } from '../say.ts';
import { fillAddress } from '../steps/fill-address.ts';
import { cards } from '../steps/pay-by-card.ts';
import { pressSheet } from '../steps/press-sheet.ts';

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

  test('the element says whether it is ready, to a listener that comes after the event', async ({
    page,
    hosts,
    openPartner,
  }) => {
    await openPartner(widgetOf(hosts.partnerKey));
    const isReady = () => page.evaluate("document.querySelector('#pay').isReady");
    await expect.poll(() => eventsOf(page), slow).toContain('ready');
    expect(await isReady()).toBe(true);
    await page.evaluate(() => {
      const element = document.querySelector('#pay');
      element?.remove();
      if (element) document.body.append(element);
    });
    expect(await isReady(), 'a frame that was loaded again').toBe(false);
    await expect.poll(isReady, slow).toBe(true);
  });

  test('C-94 the sheet of a wallet opens from inside the partner’s frame, and pays', async ({
    page,
    hosts,
    api,
    sandbox,
    openPartner,
  }) => {
    const client = await api.register();
    await openPartner(
      `<causeway-widget id="pay" partner-key="${hosts.partnerKey}" payin-currency="GBP" payin-group="card" payin-amount="250"></causeway-widget>`,
    );
    await expect.poll(() => eventsOf(page), slow).toContain('ready');
    const tokens: object = JSON.parse(client.tokens);
    await send(page, '#pay', 'login', tokens);
    const widget = page.frameLocator('#pay iframe');
    await exchange(widget).buy.click();
    await fillAddress(widget, sandbox);
    await widget.getByRole('button', { name: 'Pay with Google Pay' }).click();
    expect(await pressSheet(page, cards.pays)).toBe('250.00 GBP');
    await expect(order(widget).inProgress).toBeVisible();
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
    const own = dialog.getByRole('button', { name: 'Close' });
    const cross = page.frameLocator('iframe').getByRole('button', { name: say('tpl:common:close') });
    await expect(cross, 'in the widget’s own header').toBeVisible();
    await expect(own, 'and no bar above it').toBeHidden();
    await cross.click();
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

  test('5-E25 a dialog with an order in it asks before it closes, and its header names the shop', async ({
    page,
    hosts,
    api,
    sandbox,
    openPartner,
  }) => {
    const client = await api.register();
    await openPartner(widgetOf(hosts.partnerKey, 'display="modal" payin-group="sepa"', button));
    const dialog = page.getByRole('dialog');
    const widget = page.frameLocator('iframe');
    await expect(async () => {
      await page.getByRole('button', { name: 'Pay with crypto' }).click();
      await expect(dialog).toBeVisible({ timeout: 500 });
    }).toPass();
    await expect(widget.getByRole('banner')).toContainText('for Tidal Books');
    await expect.poll(() => eventsOf(page), slow).toContain('ready');
    const tokens: object = JSON.parse(client.tokens);
    await send(page, '#pay', 'login', tokens);
    await exchange(widget).buy.click();
    await fillAddress(widget, sandbox);
    await expect(widget.getByText(say('tpl:payment:reference'), { exact: true })).toBeVisible();
    const asked = widget.getByRole('dialog', { name: say('tpl:close:title') });
    const cross = widget.getByRole('banner').getByRole('button', { name: say('tpl:common:close') });
    await cross.click();
    // The frame is higher than the window, and the shop's dialog scrolls it.
    await expect(asked.getByRole('button', { name: say('tpl:close:stay') })).toBeInViewport({ ratio: 1 });
    await asked.getByRole('button', { name: say('tpl:close:stay') }).click();
    await expect(asked).toBeHidden();
    await cross.press('Escape');
    await asked.getByRole('button', { name: say('tpl:close:cancel') }).click();
    await widget.getByRole('button', { name: say('tpl:order:cancel_no') }).click();
    await expect(dialog).toBeVisible();
    await cross.click();
    await asked.getByRole('button', { name: say('tpl:close:keep') }).click();
    await expect(dialog).toBeHidden();
    await page.getByRole('button', { name: 'Pay with crypto' }).click();
    await expect(widget.getByText(say('tpl:payment:reference'), { exact: true }), 'as it was').toBeVisible();
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
