import { expect, test } from '../fixtures.ts';
import { address } from '../pages/address.ts';
import { auth } from '../pages/auth.ts';
import { bankTransfer } from '../pages/bank-transfer.ts';
import { deposit } from '../pages/deposit.ts';
import { emailCode } from '../pages/email-code.ts';
import { exchange } from '../pages/exchange.ts';
import { hostedPayment } from '../pages/hosted-payment.ts';
import { order } from '../pages/order.ts';
import { settings } from '../pages/settings.ts';
import { say } from '../say.ts';
import { countEffort } from '../steps/count-effort.ts';
import { findPayment } from '../steps/find-payment.ts';
import { newEmail } from '../steps/new-email.ts';
import { cards, onTheCard } from '../steps/pay-by-card.ts';
import { pressSheet } from '../steps/press-sheet.ts';
import { readCode } from '../steps/read-code.ts';
import { signIn } from '../steps/sign-in.ts';

test.describe('5-E what a person has to do, counted: a journey may not become longer unseen', () => {
  test('C-84 from landing to paid, first time, by card with 3-D Secure: 5 presses; e-mail, code and address, and the card', async ({
    page,
    context,
    sandbox,
  }) => {
    const effort = await countEffort(context);
    const email = newEmail();
    await page.goto('/');
    await exchange(page).submit.click();
    await auth(page).email.fill(email);
    await auth(page).sendCode.click();
    await emailCode(page).code.fill(await readCode(sandbox, email));
    await address(page).field.fill(await sandbox.outsideAddress('bitcoin'));
    await address(page).submit.click();

    const form = hostedPayment(page);
    await expect(form.number).toBeVisible();
    expect(effort()).toEqual({ clicks: 3, fields: 3 });
    await form.number.fill(cards.asks);
    await form.expiry.fill(onTheCard.expiry);
    await form.code.fill(onTheCard.code);
    await form.name.fill(onTheCard.name);
    await form.pay.click();
    await form.approve.click();
    await expect(order(page).inProgress).toBeVisible();
    expect(effort()).toEqual({ clicks: 5, fields: 7 });
    await expect(page, 'the tab shows the state').toHaveTitle(/^.+ · .+ · Causeway$/);
    // Afterwards, and not before: a quicker way in than a code.
    await page.getByRole('button', { name: say('tpl:order:offer_password') }).click();
    await expect(page).toHaveURL(/\/settings\/change-password$/);
    await expect(settings(page).newPassword).toBeVisible();
  });

  test('5-E6 with a card in the device’s wallet: 5 presses, the sheet’s own among them, and 3 fields', async ({
    page,
    context,
    sandbox,
  }) => {
    const effort = await countEffort(context);
    // A browser says so only of a wallet that somebody has signed in to.
    await context.addInitScript(() =>
      Reflect.set(PaymentRequest.prototype, 'hasEnrolledInstrument', () => Promise.resolve(true)),
    );
    const email = newEmail();
    await page.goto('/');
    await exchange(page).submit.click();
    await auth(page).email.fill(email);
    await auth(page).sendCode.click();
    await emailCode(page).code.fill(await readCode(sandbox, email));
    await address(page).field.fill(await sandbox.outsideAddress('bitcoin'));
    await address(page).submit.click();
    await page.getByRole('button', { name: 'Pay with Google Pay' }).click();
    await pressSheet(page, cards.pays);
    await expect(order(page).inProgress).toBeVisible();
    const { clicks, fields } = effort();
    expect({ clicks: clicks + 1, fields }).toEqual({ clicks: 5, fields: 3 });
  });

  test('a client who is back buys to an address used before: 5 presses and the card', async ({
    page,
    context,
    api,
    sandbox,
  }) => {
    const client = await api.register();
    const before = await api.placeOrder(client, { payin_amount: '31' });
    await sandbox.settlePayment(await findPayment(sandbox, before), 'approved');
    await api.waitForOrder(before, client, { status: 'processing' });
    await signIn(context, client);
    const effort = await countEffort(context);
    await page.goto('/');
    await exchange(page).buy.click();
    await address(page).used.first().click();
    await address(page).submit.click();
    const form = hostedPayment(page);
    await form.number.fill(cards.asks);
    await form.expiry.fill(onTheCard.expiry);
    await form.code.fill(onTheCard.code);
    await form.name.fill(onTheCard.name);
    await form.pay.click();
    await form.approve.click();
    await expect(order(page).inProgress).toBeVisible();
    expect(effort()).toEqual({ clicks: 5, fields: 4 });
  });

  test('5-E7 the same as last time is one press: amount, currencies and address', async ({
    page,
    context,
    api,
    sandbox,
  }) => {
    const client = await api.register();
    const before = await api.placeOrder(client, { payin_amount: '31' });
    await sandbox.settlePayment(await findPayment(sandbox, before), 'approved');
    await expect(async () => {
      await sandbox.mine('bitcoin', 1);
      expect(await api.readText(before, client, 'status')).toBe('finished');
    }).toPass({ timeout: 45_000, intervals: [500] });
    await signIn(context, client);
    const effort = await countEffort(context);
    await page.goto('/');
    const same = page.getByRole('button', { name: /^Same as last time: 31 EUR to BTC/ });
    await same.click();
    await expect(same).toBeHidden();
    await expect(exchange(page).payin).toHaveValue('31');
    await exchange(page).buy.click();
    await expect(address(page).field).not.toHaveValue('');
    await address(page).submit.click();
    await expect(hostedPayment(page).number).toBeVisible();
    expect(effort()).toEqual({ clicks: 3, fields: 0 });
  });

  test('a first purchase by bank transfer: 3 presses; e-mail, code and address', async ({ page, context, sandbox }) => {
    const effort = await countEffort(context);
    const email = newEmail();
    await page.goto('/?payin_currency=EUR&payin_group=sepa&payin_amount=250');
    await exchange(page).submit.click();
    await auth(page).email.fill(email);
    await auth(page).sendCode.click();
    await emailCode(page).code.fill(await readCode(sandbox, email));
    await address(page).field.fill(await sandbox.outsideAddress('bitcoin'));
    await address(page).submit.click();
    await expect(bankTransfer(page).heading('250 EUR')).toBeVisible();
    expect(effort()).toEqual({ clicks: 3, fields: 3 });
  });

  test('a sale to a bank account: 3 presses; e-mail, code, IBAN and name', async ({ page, context, sandbox }) => {
    const effort = await countEffort(context);
    const email = newEmail();
    await page.goto(
      '/?payin_currency=BTC&payin_group=bitcoin&payin_amount=0.005&payout_currency=EUR&payout_group=sepa',
    );
    await exchange(page).submit.click();
    await auth(page).email.fill(email);
    await auth(page).sendCode.click();
    await emailCode(page).code.fill(await readCode(sandbox, email));
    await address(page).iban.fill('DE89370400440532013000');
    await address(page).holder.fill('Elin Maas');
    await address(page).submit.click();
    await expect(deposit(page).heading('0.00500000 BTC')).toBeVisible();
    expect(effort()).toEqual({ clicks: 3, fields: 4 });
  });

  test('an exchange of coins: 3 presses; e-mail, code and address', async ({ page, context, sandbox }) => {
    const effort = await countEffort(context);
    const email = newEmail();
    await page.goto(
      '/?payin_currency=BTC&payin_group=bitcoin&payin_amount=0.005&payout_currency=ETH&payout_group=ethereum',
    );
    await exchange(page).submit.click();
    await auth(page).email.fill(email);
    await auth(page).sendCode.click();
    await emailCode(page).code.fill(await readCode(sandbox, email));
    await address(page, 'Ether').field.fill(await sandbox.outsideAddress('ethereum'));
    await address(page, 'Ether').submit.click();
    await expect(deposit(page).heading('0.00500000 BTC')).toBeVisible();
    expect(effort()).toEqual({ clicks: 3, fields: 3 });
  });
});
