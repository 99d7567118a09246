import { expect, test } from '../fixtures.ts';
import { deposit } from '../pages/deposit.ts';
import { order } from '../pages/order.ts';
import { payment } from '../pages/payment.ts';
import { say } from '../say.ts';
import { endTimeToPay } from '../steps/end-time-to-pay.ts';
import { findPayment } from '../steps/find-payment.ts';
import { mineUntil } from '../steps/mine-until.ts';
import { openOrder } from '../steps/open-order.ts';
import { openDepositOrder } from '../steps/open-paid-outside.ts';

test.describe('an order that ends otherwise', () => {
  test('unpaid in its time it expires, and nothing was charged', async ({
    page,
    context,
    api,
    sandbox,
    stack,
    checkBooks,
  }) => {
    const { niceId } = await openOrder({ page, context, api });
    await expect(payment(page).openHeading).toBeVisible();
    await endTimeToPay(stack.databaseUrl, niceId);
    await expect(order(page).expired).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText('No payment arrived in time. Nothing was charged.', { exact: true })).toBeVisible();
    expect((await sandbox.acquirerPayments(niceId)).map(({ status }) => status)).toEqual(['canceled']);
    await checkBooks();
  });

  test('unpaid in its time, an order that coins pay says where those are that still come', async ({
    page,
    context,
    api,
    stack,
  }) => {
    const { niceId } = await openDepositOrder({ page, context, api });
    await order(page).cancel.click();
    await expect(page.getByText(/^No coins have arrived\. Any that are on their way stay yours/)).toBeVisible();
    await order(page).cancelNo.click();
    await endTimeToPay(stack.databaseUrl, niceId);
    await expect(order(page).expired).toBeVisible({ timeout: 20_000 });
    await expect(page.getByText(/Coins that still arrive stay yours: we e-mail you where they are\.$/)).toBeVisible();
  });

  test('A-092 a payment that is faster than the cancel wins, and the order goes on', async ({
    page,
    context,
    api,
    sandbox,
    checkBooks,
  }) => {
    const { niceId } = await openOrder({ page, context, api });
    await order(page).cancel.click();
    // The acquirer has approved, and its webhook is still on the way.
    await sandbox.settlePayment(await findPayment(sandbox, niceId), 'approved', 0);
    await order(page).cancelYes.click();
    await expect(order(page).inProgress).toBeVisible({ timeout: 20_000 });
    await mineUntil(sandbox, order(page).finished);
    const { card_payments: paid, card_refunds: back } = await sandbox.journal();
    expect(paid.filter(({ reference }) => reference === niceId)).toHaveLength(1);
    expect(back.filter(({ reference }) => reference === niceId)).toEqual([]);
    await checkBooks();
  });

  test('A-092 money that comes after the cancel is given back once', async ({
    page,
    context,
    api,
    sandbox,
    checkBooks,
  }) => {
    const { niceId } = await openOrder({ page, context, api });
    await order(page).cancel.click();
    await order(page).cancelYes.click();
    await expect(order(page).canceled).toBeVisible();
    await sandbox.settlePayment(await findPayment(sandbox, niceId), 'approved', 3);
    const refunds = async () => (await sandbox.journal()).card_refunds.filter((row) => row.reference === niceId);
    await expect.poll(refunds, { timeout: 20_000 }).toMatchObject([{ amount: '250.00', currency: 'EUR' }]);
    await checkBooks();
    await page.reload();
    await expect(order(page).canceled).toBeVisible();
    expect(await refunds()).toHaveLength(1);
  });

  test('A-096 a pay-out that the bank returns is refunded to the balance', async ({
    page,
    context,
    api,
    sandbox,
    checkBooks,
  }) => {
    await sandbox.setBankMode('return');
    try {
      const { niceId } = await openDepositOrder({ page, context, api });
      const address = (await deposit(page).address.textContent()) ?? '';
      await sandbox.send('bitcoin', { address, amount: '0.005' });
      const back = page.getByText(say('tpl:order:refunded_to_balance')).first();
      await mineUntil(sandbox, back);
      expect(await sandbox.bankPayouts(niceId)).toMatchObject([{ status: 'returned' }]);
    } finally {
      await sandbox.setBankMode('auto');
    }
    await checkBooks();
  });

  test('a reorganisation after the end takes the coins away until they are sent again, and the order stays finished', async ({
    page,
    context,
    api,
    sandbox,
    checkBooks,
  }) => {
    const { niceId, client } = await openOrder({ page, context, api });
    await sandbox.settlePayment(await findPayment(sandbox, niceId), 'approved');
    await expect(order(page).transaction).toBeVisible({ timeout: 20_000 });
    const txid = await api.readText(niceId, client, 'txid');
    const destination = await api.readText(niceId, client, 'dst_address');
    await sandbox.mine('bitcoin', 2);
    await expect(order(page).finished).toBeVisible({ timeout: 20_000 });
    await sandbox.reorganise('bitcoin', 2, [txid]);
    const arrived = async () => (await sandbox.balance('bitcoin', destination)).transactions;
    // The same bytes are sent again, and nothing else.
    await expect.poll(arrived, { timeout: 20_000 }).toMatchObject([{ txid, confirmations: 0 }]);
    await sandbox.mine('bitcoin', 2);
    await page.reload();
    await expect(order(page).finished).toBeVisible();
    expect(await arrived()).toMatchObject([{ txid, confirmations: 2 }]);
    await checkBooks();
  });
});
