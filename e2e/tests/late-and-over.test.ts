import { expect, test } from '../fixtures.ts';
import { bankTransfer } from '../pages/bank-transfer.ts';
import { decision } from '../pages/decision.ts';
import { order } from '../pages/order.ts';
import { endPrice } from '../steps/end-price.ts';
import { mineUntil } from '../steps/mine-until.ts';
import { expectReturned, openTransferOrder, reversePayment } from '../steps/open-paid-outside.ts';
import { sendTransfer } from '../steps/send-transfer.ts';

test.describe('A-093 a transfer that is not what was agreed', () => {
  test('late money is exchanged at the current rate when its owner says yes', async ({
    page,
    context,
    api,
    sandbox,
    stack,
    checkBooks,
  }) => {
    const { niceId } = await openTransferOrder({ page, context, api });
    await endPrice(stack.databaseUrl, niceId);
    await sendTransfer(page, sandbox, '250.00');
    const question = decision(page);
    await expect(question.late('250 EUR')).toBeVisible({ timeout: 20_000 });
    await question.goOn.click();
    await question.sure.click();
    await expect(order(page).inProgress).toBeVisible();
    await mineUntil(sandbox, order(page).finished);
    const destination = await order(page).to.locator('[title]').getAttribute('title');
    const { bank_out: back, chain_out: sent } = await sandbox.journal();
    expect(sent.filter(({ address }) => address === destination)).toHaveLength(1);
    expect(back.filter(({ reference }) => reference === niceId)).toEqual([]);
    await checkBooks();
  });

  test('late money goes back when its owner says no', async ({ page, context, api, sandbox, stack, checkBooks }) => {
    const { niceId } = await openTransferOrder({ page, context, api });
    await endPrice(stack.databaseUrl, niceId);
    await sendTransfer(page, sandbox, '250.00');
    const question = decision(page);
    await expect(question.late('250 EUR')).toBeVisible({ timeout: 20_000 });
    await reversePayment({ page }, sandbox, { niceId, shown: '250 EUR', amount: '250.00' });
    await expect(order(page).refunded).toBeVisible();
    await checkBooks();
  });

  test('above a client’s limit the requested amount is exchanged, and the rest is refunded', async ({
    page,
    context,
    api,
    sandbox,
    checkBooks,
  }) => {
    const { niceId } = await openTransferOrder({ page, context, api });
    await sendTransfer(page, sandbox, '40000.00');
    await expect(order(page).inProgress).toBeVisible({ timeout: 20_000 });
    await mineUntil(sandbox, order(page).finished);
    await order(page).receipt.click();
    await expect(order(page).receiptLine('You paid')).toContainText('250 EUR');
    await expect(order(page).receiptLine('Sent back')).toContainText(/39\s750\sEUR/);
    await expectReturned(sandbox, niceId, '39750.00');
    await checkBooks();
  });

  test('a wrong reference is matched to the order by its account number, and otherwise kept on the operator’s account', async ({
    page,
    context,
    api,
    sandbox,
    checkBooks,
  }) => {
    const { niceId } = await openTransferOrder({ page, context, api });
    const reference = `For my coins ${niceId.slice(-6)}`;
    await sendTransfer(page, sandbox, '70.00', { iban: await sandbox.bankIban(), reference });
    await checkBooks();
    await expect(bankTransfer(page).waiting).toBeVisible();
    await sendTransfer(page, sandbox, '250.00', { reference });
    await expect(order(page).inProgress).toBeVisible({ timeout: 20_000 });
    await mineUntil(sandbox, order(page).finished);
    const { bank_in: received } = await sandbox.journal();
    const amounts = received.filter((row) => row.reference === reference).map(({ amount }) => amount);
    expect(amounts.toSorted()).toEqual(['250.00', '70.00']);
    await checkBooks();
  });
});
