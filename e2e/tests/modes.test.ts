import { expect, test } from '../fixtures.ts';
import { auth } from '../pages/auth.ts';
import { exchange } from '../pages/exchange.ts';
import { menu } from '../pages/menu.ts';
import { order } from '../pages/order.ts';
import { payment } from '../pages/payment.ts';
import { say } from '../say.ts';
import { payByCard, cards } from '../steps/pay-by-card.ts';
import { frameWidget } from '../steps/frame-widget.ts';
import { signIn } from '../steps/sign-in.ts';

const poweredBy = say('tpl:common:powered_by');

test.describe('1-32 modes', () => {
  test('1-34 to 1-36 header, footer and order buttons of an order, in each mode', async ({ page, api }) => {
    const niceId = await api.placeOrder(await api.register());
    for (const [mode, header, footer, buttons] of [
      ['cabinet', false, false, false],
      ['cabinet-buy-sell', false, false, true],
      ['directBuy', false, true, false],
      ['nonsense', true, true, true],
    ] as const) {
      await page.goto(`/order-status/${niceId}?swMode=${mode}`);
      await expect(order(page).heading).toBeVisible();
      await expect(menu(page).open, mode).toBeVisible({ visible: header });
      await expect(page.getByText(poweredBy), mode).toBeVisible({ visible: footer });
      await expect(order(page).another, mode).toBeVisible({ visible: buttons });
    }
    await page.goto('/settings?swMode=cabinet');
    await expect(page).toHaveURL(/\/login\?redirect=%2Fsettings.*swMode=cabinet/);
    await page.reload();
    await expect(auth(page).heading).toBeVisible();
    await expect(menu(page).open).toBeHidden();
  });

  test('1-32 the mode outlives the payment on the acquirer’s page', async ({ page, context, api }) => {
    const client = await api.register();
    const niceId = await api.placeOrder(client);
    await signIn(context, client);
    await page.goto(`/order-status/${niceId}?swMode=cabinet`);
    await payment(page).open.click();
    await payByCard(page, cards.pays);
    await expect(page).toHaveURL(new RegExp(`/order-status/${niceId}\\?swMode=cabinet$`));
    await expect(order(page).heading).toBeVisible();
    await expect(menu(page).open).toBeHidden();
    // The mode is kept for one return: a page that is opened again follows its address.
    await page.goto(`/order-status/${niceId}`);
    await expect(order(page).heading).toBeVisible();
    await expect(menu(page).open).toBeVisible();
  });

  test('1-33, A-039 openPurchase orders what its page asks for, right away; without anything to order it says so', async ({
    page,
    context,
    api,
    sandbox,
    request,
  }) => {
    await signIn(context, await api.register());
    await page.goto('/?openPurchase=1');
    await expect(order(page).notFound).toBeVisible();
    const query = new URLSearchParams({
      openPurchase: '1',
      payin_currency: 'EUR',
      payin_group: 'sepa',
      payin_amount: '100',
      payout_currency: 'BTC',
      payout_group: 'bitcoin',
    });
    await page.goto(`/?${query.toString()}`);
    // A bank transfer is never skipped (2.3-26), so this is not a complete preorder.
    await expect(order(page).notFound).toBeVisible();
    query.set('payin_currency', 'ETH');
    query.set('payin_group', 'ethereum');
    query.set('payin_amount', '0.1');
    query.set('is_skip_second_step', '1');
    query.set('dst_address', await sandbox.outsideAddress('bitcoin'));
    // On a page of ours the client must see an address that came with a link.
    await page.goto(`/?${query.toString()}`);
    await expect(order(page).notFound).toBeVisible();
    // What a partner fixed by its secret key needs no look.
    const minted = await request.post('/partner/sessions', {
      headers: { 'x-authorization': 'Bearer sk_test_shop_sandbox_secret_key' },
      form: { dst_address: query.get('dst_address') ?? '', payout_currency: 'BTC', payout_group: 'bitcoin' },
    });
    expect(await minted.text()).toContain('"success":1');
    const { session_token: token }: { session_token: string } = await minted.json();
    await page.goto(`/widget?${query.toString()}&partner_key=pk_test_shop&session_token=${token}`);
    await expect(page).toHaveURL(/\/order-status\//);
    await expect(menu(page).open).toBeHidden();
  });

  test('2.2-05, 2.2-06, A-050 in a frame a page that lets one route through stays on it, with a warning; where the first is shut too there is support alone', async ({
    page,
    stack,
  }) => {
    const warnings: string[] = [];
    page.on('console', (message) => message.type() === 'warning' && warnings.push(message.text()));
    const query = 'partner_key=pk_test_shop&routes=order-stepper&hide_footer=1';
    const widget = await frameWidget(page, stack.partnerUrl, `${stack.productUrl}/widget?${query}`);
    await expect(exchange(widget).payin).toBeVisible();
    await expect(widget.getByText(poweredBy)).toBeHidden();
    await menu(widget).open.click();
    await menu(widget).entry('login').click();
    await expect(auth(widget).heading).toBeVisible();
    const cabinet = await frameWidget(page, stack.partnerUrl, `${stack.productUrl}/widget?${query}&swMode=cabinet`);
    await expect(exchange(cabinet).payin).toBeVisible();
    await expect(menu(cabinet).open).toBeHidden();
    const shut = await frameWidget(
      page,
      stack.partnerUrl,
      `${stack.productUrl}/widget?partner_key=pk_test_shop&routes=faq`,
    );
    await expect(shut.getByRole('button', { name: say('tpl:common:support'), exact: true })).toBeVisible();
    await expect(exchange(shut).form).toBeHidden();
    expect(warnings.filter((text) => text.includes('Route order-stepper is not allowed here'))).toHaveLength(1);
  });
});
