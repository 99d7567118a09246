import { expect, test } from '../fixtures.ts';
import { bankTransfer } from '../pages/bank-transfer.ts';
import { decision } from '../pages/decision.ts';
import { order } from '../pages/order.ts';
import { say } from '../say.ts';
import { mineUntil } from '../steps/mine-until.ts';
import { openOrder } from '../steps/open-order.ts';
import { openTransferOrder, reversePayment } from '../steps/open-paid-outside.ts';
import { sendTransfer } from '../steps/send-transfer.ts';

test.describe('3-35 an order paid by bank transfer', () => {
  test('shows all that a transfer needs, and continues once it arrives', async ({
    page,
    context,
    api,
    sandbox,
    checkBooks,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openTransferOrder({ page, context, api });
    const bank = bankTransfer(page);
    await expect(bank.reference).toHaveText(/^CW-\d{4} \d{4}$/);
    const number = await bank.reference.innerText();
    await expect(bank.code).toBeVisible();
    await expect(bank.waiting).toBeVisible();
    await bank.copy('tpl:payment:iban').click();
    const iban = await page.evaluate(() => navigator.clipboard.readText());
    expect(iban).toMatch(/^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/);
    expect((await bank.iban.textContent())?.replaceAll(' ', '')).toBe(iban);

    await sendTransfer(page, sandbox, '250.00');
    await expect(order(page).inProgress).toBeVisible({ timeout: 20_000 });
    await mineUntil(sandbox, order(page).finished);
    const { bank_in: received, chain_out: sent } = await sandbox.journal();
    expect(received.filter(({ reference }) => reference === number)).toMatchObject([{ amount: '250.00' }]);
    const destination = await order(page).to.locator('[title]').getAttribute('title');
    expect(sent.filter(({ address }) => address === destination)).toHaveLength(1);
    await checkBooks();
  });

  test('5-E19 says until when the money is awaited, and leads on to the list', async ({ page, context, api }) => {
    const preorder = { payin_group: 'sepa', is_floating_rate: '1', is_agree_rate: '1' };
    await openOrder({ page, context, api, preorder });
    await expect(page.getByText(/We wait for it until \d+ \w+, \d\d:\d\d\.$/)).toBeVisible();
    await page.getByRole('button', { name: say('tpl:order:list') }).click();
    await expect(page).toHaveURL(/\/transactions$/);
  });

  test('A-093 a part is asked about: yes exchanges it, and a double click decides once', async ({
    page,
    context,
    api,
    sandbox,
    checkBooks,
  }) => {
    await openTransferOrder({ page, context, api });
    const number = await bankTransfer(page).reference.innerText();
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/lt_decision')) asked.push(request.url());
    });
    await sendTransfer(page, sandbox, '100.00');
    const question = decision(page);
    await expect(question.partial('100 EUR', '250 EUR')).toBeVisible({ timeout: 20_000 });
    await bankTransfer(page).rest.click();
    await expect(bankTransfer(page).amount).toHaveText('150 EUR');
    await question.goOn.click();
    await question.notYet.click();
    await question.goOn.click();
    await question.sure.dblclick();
    await expect(order(page).inProgress).toBeVisible();
    expect(asked).toHaveLength(1);
    await mineUntil(sandbox, order(page).finished);
    await order(page).receipt.click();
    await expect(order(page).receiptLine('You paid')).toContainText('100 EUR');
    await expect(order(page).receiptLine('You paid')).toContainText('a part was paid');
    const { bank_in: received } = await sandbox.journal();
    expect(received.filter(({ reference }) => reference === number)).toHaveLength(1);
    await checkBooks();
  });

  test('A-093 no sends the part back', async ({ page, context, api, sandbox, checkBooks }) => {
    const { niceId } = await openTransferOrder({ page, context, api });
    await sendTransfer(page, sandbox, '100.00');
    const question = decision(page);
    await expect(question.partial('100 EUR', '250 EUR')).toBeVisible({ timeout: 20_000 });
    await reversePayment({ page }, sandbox, { niceId, shown: '100 EUR', amount: '100.00' });
    await expect(order(page).refunded).toBeVisible();
    await checkBooks();
  });
});
