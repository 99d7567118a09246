import { expect, test } from '../fixtures.ts';
import { order } from '../pages/order.ts';
import { payment } from '../pages/payment.ts';
import { mineUntil } from '../steps/mine-until.ts';
import { password } from '../steps/new-email.ts';
import { payWithQuestion } from '../steps/pay-by-card.ts';
import { signIn } from '../steps/sign-in.ts';
import { auth } from '../pages/auth.ts';

test.describe('an order whose tab was closed after the payment', () => {
  test('A-056 opened by its link in another browser it shows its progress but nothing personal; signed in it shows all', async ({
    page,
    context,
    browser,
    api,
    sandbox,
    stack,
  }) => {
    const client = await api.register();
    const niceId = await api.placeOrder(client);
    const link = `/order-status/${niceId}`;
    await signIn(context, client);
    await page.goto(link);
    await payment(page).open.click();
    await payWithQuestion(page);
    await expect(order(page).inProgress).toBeVisible();
    const destination = (await order(page).to.locator('[title]').getAttribute('title')) ?? '';
    expect(destination).toMatch(/^bcrt1/);
    await page.close();

    const elsewhere = await browser.newContext({ baseURL: stack.productUrl, viewport: { width: 400, height: 760 } });
    const fresh = await elsewhere.newPage();
    const answers: string[] = [];
    fresh.on('response', (response) => {
      if (new URL(response.url()).pathname.startsWith('/onramp/o/'))
        void response.text().then((body) => answers.push(body));
    });
    await fresh.goto(link);
    await expect(order(fresh).inProgress).toBeVisible();
    await mineUntil(sandbox, order(fresh).finished);
    await expect(order(fresh).cancel).toBeHidden();
    const html = await fresh.content();
    for (const personal of [client.email, destination]) {
      expect(html).not.toContain(personal);
      expect(answers.join('\n')).not.toContain(personal);
    }

    await order(fresh).logIn.click();
    await auth(fresh).usePassword.click();
    await auth(fresh).email.fill(client.email);
    await auth(fresh).password.fill(password);
    await auth(fresh).logIn.click();
    await expect(fresh).toHaveURL(link);
    await expect(order(fresh).finished).toBeVisible();
    await expect(order(fresh).to.locator('[title]')).toHaveAttribute('title', destination);
    await expect(order(fresh).logIn).toBeHidden();
    await elsewhere.close();
  });
});
