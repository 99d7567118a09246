import type { Page } from '@playwright/test';
import { startAnotherServer } from '../another-server.ts';
import { expect, test } from '../fixtures.ts';
import { cardForm } from '../pages/card-form.ts';
import { order } from '../pages/order.ts';
import { payment } from '../pages/payment.ts';
import { openOrder } from '../steps/open-order.ts';
import { cards } from '../steps/pay-by-card.ts';
import { pressSheet } from '../steps/press-sheet.ts';
import { signIn } from '../steps/sign-in.ts';

const google = (page: Pick<Page, 'getByRole'>) => page.getByRole('button', { name: 'Pay with Google Pay' });

test.describe('C-94, 5-E6 the sheet of a wallet, first where the device has it', () => {
  test('pays an order whose card would be typed, and charges what the order says', async ({
    page,
    context,
    api,
    sandbox,
    checkBooks,
  }) => {
    const { niceId } = await openOrder({ page, context, api, preorder: { payin_currency: 'GBP' } });
    const button = google(page);
    await expect(button).toBeVisible({ timeout: 20_000 });
    const above = await button.evaluate((element) => {
      const field = document.querySelector('[name=ccname]');
      return field !== null && element.compareDocumentPosition(field) === Node.DOCUMENT_POSITION_FOLLOWING;
    });
    expect(above, 'before anything that is typed').toBe(true);
    await button.click();
    expect(await pressSheet(page, cards.pays)).toBe('250.00 GBP');
    await expect(order(page).inProgress).toBeVisible({ timeout: 20_000 });
    const { card_payments: paid } = await sandbox.journal();
    expect(paid.filter(({ reference }) => reference === niceId)).toMatchObject([{ amount: '250.00', currency: 'GBP' }]);
    await checkBooks();
  });

  test('a bank that asks nevertheless is answered in its frame', async ({ page, context, api }) => {
    await openOrder({ page, context, api, preorder: { payin_currency: 'GBP' } });
    await google(page).click({ timeout: 20_000 });
    await pressSheet(page, cards.asks);
    await cardForm(page).approve.click({ timeout: 20_000 });
    await expect(order(page).inProgress).toBeVisible({ timeout: 20_000 });
  });

  test('stands before the button to the provider’s page too', async ({ page, context, api }) => {
    await openOrder({ page, context, api });
    await expect(payment(page).open).toBeVisible({ timeout: 20_000 });
    await google(page).click({ timeout: 20_000 });
    await pressSheet(page, cards.pays);
    await expect(order(page).inProgress).toBeVisible({ timeout: 20_000 });
  });

  test('a frame that may ask for no payment has none, and the card goes on as it was', async ({
    page,
    context,
    api,
  }) => {
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/wallets')) asked.push(request.url());
    });
    // As a browser answers a page in a frame without the permission.
    await page.addInitScript(() => {
      Object.defineProperty(document, 'featurePolicy', {
        value: { allowsFeature: (name: string) => name !== 'payment' },
      });
    });
    await openOrder({ page, context, api, preorder: { payin_currency: 'GBP' } });
    await expect(cardForm(page).name).toBeVisible({ timeout: 20_000 });
    await expect(google(page)).toBeHidden();
    expect(asked).toEqual([]);
  });

  test('Apple’s sheet is given the acquirer’s proof of the shop', async ({ page, context, api, sandbox, stack }) => {
    const server = await startAnotherServer(stack, { ACQUIRER_WALLETS: 'apple_pay' });
    try {
      const client = await api.register();
      const niceId = await api.placeOrder(client, { payin_currency: 'GBP', payin_amount: '250' });
      await signIn(context, client);
      await page.exposeFunction('causewaySeal', async (id: string) => {
        const answer = await fetch(`${stack.sandboxUrl}/acquirer/sheet/cards`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ payment: id, number: cards.pays }),
        });
        return answer.json();
      });
      await page.addInitScript(playApple);
      await page.goto(`${server.url}/order-status/${niceId}`);
      await page.getByRole('button', { name: 'Pay with Apple Pay' }).click({
        timeout: 20_000,
      });
      await expect(order(page).inProgress).toBeVisible({ timeout: 20_000 });
      expect(await page.evaluate(() => Reflect.get(window, 'causewayProof'))).toMatchObject({
        domainName: 'localhost',
      });
      const { card_payments: paid } = await sandbox.journal();
      expect(paid.filter(({ reference }) => reference === niceId)).toHaveLength(1);
    } finally {
      await server.stop();
    }
  });
});

/** Apple's device and browser: the sheet asks for the shop's proof before it shows anything. */
function playApple(): void {
  class Sheet extends EventTarget {
    readonly data: { applicationData: string };
    constructor([method]: [{ data: { applicationData: string } }]) {
      super();
      this.data = method.data;
    }
    canMakePayment = () => Promise.resolve(true);
    async show(): Promise<unknown> {
      const proof = new Promise((resolve) => {
        const event = new Event('merchantvalidation');
        const validationURL = 'https://apple-pay-gateway.apple.com/paymentservices/startSession';
        this.dispatchEvent(Object.assign(event, { validationURL, complete: resolve }));
      });
      Reflect.set(window, 'causewayProof', await proof);
      const seal: unknown = Reflect.get(window, 'causewaySeal');
      const paymentData: unknown = typeof seal === 'function' ? await seal(this.data.applicationData) : undefined;
      return { details: { token: { paymentData } }, complete: () => Promise.resolve() };
    }
  }
  Reflect.set(window, 'ApplePaySession', {});
  Reflect.set(window, 'PaymentRequest', Sheet);
}
