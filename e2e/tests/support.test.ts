import { findMisfits } from '../checks/find-misfits.ts';
import { expect, test } from '../fixtures.ts';
import { support } from '../pages/support.ts';
import { say } from '../say.ts';
import { openOrder } from '../steps/open-order.ts';
import { listSupport } from '../steps/operate.ts';

test.describe('D11, C-89 support without a mail program', () => {
  test('a client writes from its order; the operator sees the case, and support gets an e-mail', async ({
    page,
    context,
    api,
    sandbox,
    stack,
  }) => {
    const { client } = await openOrder({ page, context, api, preorder: { payin_group: 'sepa' } });
    const { open, sheet, message, send, email: answerTo } = support(page);
    await expect(page).toHaveTitle(`${say('tpl:payment:bank_header')} · Causeway`);
    await open.click();
    const number = /CW-\d{4} \d{4}/.exec(await sheet.innerText())?.[0] ?? '';
    expect(number).not.toBe('');
    await page.setViewportSize({ width: 320, height: 760 });
    const broken = (await findMisfits(page)).filter((fault) => fault.startsWith('CW-'));
    expect(broken, 'the number stays on one line').toEqual([]);
    await expect(answerTo).toHaveValue(client.email);
    await expect(send).toBeDisabled();
    await send.press('Enter');
    await expect(message).toBeFocused();
    await expect(message).toHaveAccessibleDescription(say('tpl:error:REQUIRED'));
    await message.fill('Where is my transfer?\nI sent it on Monday.');
    await send.click();
    await expect(sheet.getByText(client.email)).toBeVisible();
    const given = /S-\d{4} \d{4}/.exec(await sheet.innerText())?.[0] ?? '';
    expect(await listSupport(stack)).toContain(`${given}  en`);
    const messages = async () => (await sandbox.inbox('support@example.com')).map(({ text }) => text).join();
    await expect.poll(messages).toContain('I sent it on Monday.');
    expect(await messages()).toContain(number);
  });

  test('a visitor says where the answer goes; a wrong address is named at its field, and a lost connection keeps the words', async ({
    page,
  }) => {
    await page.goto('/');
    const { open, sheet, message, email, send } = support(page);
    await open.click();
    await message.fill('Do you sell to Portugal?');
    await email.fill('nobody');
    await send.click();
    await expect(email).toHaveAttribute('aria-invalid', 'true');
    await email.fill('ada@example.com');
    await page.route('**/support/cases/new', (route) => route.abort());
    await send.click();
    await expect(sheet.getByRole('alert')).toContainText(say('tpl:common:network'));
    await page.unroute('**/support/cases/new');
    await send.click();
    await expect(sheet.getByText('ada@example.com')).toBeVisible();
  });
});
