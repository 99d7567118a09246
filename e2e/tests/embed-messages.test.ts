import { eventsOf, expect, readHeard, send, slow, test } from '../embed/host-fixtures.ts';
import { auth } from '../pages/auth.ts';
import { balanceDeposit } from '../pages/balance-deposit.ts';
import { emailCode } from '../pages/email-code.ts';
import { exchange } from '../pages/exchange.ts';
import { menu } from '../pages/menu.ts';
import { payment } from '../pages/payment.ts';
import { withdrawal } from '../pages/withdrawal.ts';
import { say } from '../say.ts';
import { readCode } from '../steps/read-code.ts';

const tokensOf = (text: string): Record<string, string> => JSON.parse(text);

test.describe('4.13-01, 4.13-03 what a partner’s page and the widget say to each other', () => {
  test('a message that comes before the first drawing has its effect after it', async ({
    page,
    hosts,
    openPartner,
  }) => {
    const errors: string[] = [];
    page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
    const early = `{ payinCurrency: 'EUR', payinAmount: '77', payoutCurrency: 'ETH' }`;
    // Each delay of its tasks gives the messages of the page around more time to come before the drawing.
    await page.addInitScript(() => {
      if (window === window.parent) return;
      const { setTimeout: later } = window;
      Reflect.set(window, 'setTimeout', (run: () => void, time = 0) => later(run, time === 0 ? 500 : time));
    });
    await openPartner(`<causeway-widget id="pay" partner-key="${hosts.partnerKey}"></causeway-widget>
      <script>addEventListener('load', () => pay.widget.send('open-exchange', ${early}))</script>`);
    const { payin, payoutCurrency } = exchange(page.frameLocator('#pay iframe'));
    await expect(payin).toHaveValue('77');
    await expect(payoutCurrency).toHaveAccessibleName(/^ETH/);
    expect(errors).toEqual([]);
  });

  test('the focus stays in the page around while a client types there, whatever the widget shows', async ({
    page,
    hosts,
    openPartner,
  }) => {
    await openPartner(
      `<label>Name <input></label><causeway-widget id="pay" partner-key="${hosts.partnerKey}"></causeway-widget>`,
    );
    const widget = page.frameLocator('#pay iframe');
    const focused = () => widget.locator('html').evaluate(() => document.activeElement?.tagName);
    await expect.poll(() => eventsOf(page), slow).toContain('change-display');
    await exchange(widget).payin.fill('60');
    await page.getByLabel('Name').pressSequentially('Eli');
    await send(page, '#pay', 'open-exchange', {});
    await send(page, '#pay', 'register', {});
    await expect(auth(widget).heading).toBeVisible();
    await send(page, '#pay', 'reset', {});
    await expect(exchange(widget).payin).toBeVisible();
    await page.keyboard.type('n');
    await expect(page.getByLabel('Name')).toHaveValue('Elin');
    expect(await focused()).toBe('BODY');

    await menu(widget).open.click();
    await menu(widget).entry('login').click();
    await expect(auth(widget).heading).toBeVisible();
    await expect.poll(focused).toBe('INPUT');
  });

  test('each message into the widget has its effect, and each one out arrives', async ({
    page,
    hosts,
    api,
    sandbox,
    openPartner,
  }) => {
    const client = await api.register({ isConfirmed: false });
    await openPartner(
      `<causeway-widget id="pay" partner-key="${hosts.partnerKey}" flags="showClose hideBack"></causeway-widget>`,
    );
    const widget = page.frameLocator('#pay iframe');
    const emit = (event: string, payload: object = {}) => send(page, '#pay', event, payload);
    const heard = async (event: string) =>
      (await readHeard(page)).filter(([, name]) => name === event).map(([, , detail]) => detail);
    await expect.poll(() => eventsOf(page), slow).toContain('ready');

    const amount = await exchange(widget).payin.inputValue();

    await emit('login');
    await expect(auth(widget).loginTab).toHaveAttribute('aria-selected', 'true');
    await emit('register');
    await expect(auth(widget).registerTab).toHaveAttribute('aria-selected', 'true');
    await emit('login', tokensOf(client.tokens));
    await emit('open-verification', { wizard: 'email', redirect: `${hosts.partner}/thanks` });
    await emailCode(widget).code.fill(await readCode(sandbox, client.email));
    await expect.poll(() => heard('redirect'), slow).toEqual([{ url: `${hosts.partner}/thanks` }]);
    await expect(exchange(widget).buy).toBeVisible();

    await emit('open-deposit', { depositCurrency: 'EUR' });
    await expect(balanceDeposit(widget).heading).toBeVisible();
    await balanceDeposit(widget).order.click();
    await expect(exchange(widget).payoutCurrency).toHaveAccessibleName(/^EUR/);
    await emit('open-withdrawal', { payinCurrency: 'EUR', payoutCurrency: 'BTC', payinAmount: '40' });
    await expect(withdrawal(widget).heading).toBeVisible();
    await emit('open-exchange', {
      payinCurrency: 'EUR',
      payinGroup: 'card',
      payinAmount: '60',
      payoutGroup: 'bitcoin',
    });
    await expect(exchange(widget).payin).toHaveValue('60');

    const orderId = await api.placeOrder(client);
    const heights = async () => (await heard('change-height')).length;
    const before = await heights();
    await emit('open-order-status', { orderId });
    await expect(payment(widget).openHeading).toBeVisible(slow);
    // It is looked at five times a second: of a screen that was left sooner no height is said.
    await expect.poll(heights).toBeGreaterThan(before);
    await expect.poll(() => heard('change-order')).toMatchObject([{ orderId, orderStatus: 'payin_pending' }]);
    await emit('reset');
    await expect(exchange(widget).payin).toHaveValue(amount);
    await expect(exchange(widget).form).toContainText(say('tpl:group:card'));
    await expect(exchange(widget).buy).toBeVisible();

    await emit('update-options', { lang: 'es', theme: 'dark' });
    const root = widget.locator(':root');
    await expect(root).toHaveAttribute('lang', 'es');
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await expect(exchange(widget).form).toContainText(say('tpl:group:card', {}, 'es'));
    await expect.poll(() => heard('change-lang')).toEqual([{ lang: 'es' }]);
    await emit('update-options', { lang: 'en' });
    await expect(exchange(widget).buy).toBeVisible();

    await emit('logout');
    await expect(exchange(widget).logIn).toBeVisible();
    await exchange(widget).logIn.click();
    await widget
      .getByRole('button', { name: say('tpl:common:close') })
      .first()
      .click();
    await expect.poll(() => heard('close')).toHaveLength(1);
    const steps = await heard('update-step');
    expect(steps.map((detail) => Object(detail).stepName)).not.toContain('auth');
    expect(await heard('error')).toEqual([]);
  });

  test('a refused session token and an ignored option are reported to the page, and the widget runs', async ({
    page,
    hosts,
    openPartner,
  }) => {
    const options = `session-token="cwst_made_up" description="${'x'.repeat(161)}"`;
    await openPartner(`<causeway-widget id="pay" partner-key="${hosts.partnerKey}" ${options}></causeway-widget>`);
    await expect(exchange(page.frameLocator('iframe')).payin).toBeVisible();
    await expect
      .poll(() => eventsOf(page), slow)
      .toEqual(expect.arrayContaining(['session-refused', 'options-ignored']));
    const heard = await readHeard(page);
    expect(heard.find(([, event]) => event === 'session-refused')?.[2]).toEqual({ reason: 'unknown' });
    expect(JSON.stringify(heard.find(([, event]) => event === 'options-ignored')?.[2])).toContain('description');
  });
});
