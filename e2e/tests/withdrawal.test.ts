import { findMisfits } from '../checks/find-misfits.ts';
import { findViolations } from '../checks/find-violations.ts';
import { waitUntilStill } from '../checks/wait-until-still.ts';
import { expect, test } from '../fixtures.ts';
import { expectLooks, expectThemes } from '../checks/expect-looks.ts';
import { confirmation } from '../pages/confirmation.ts';
import { order } from '../pages/order.ts';
import { withdrawal } from '../pages/withdrawal.ts';
import { say } from '../say.ts';
import { mineUntil } from '../steps/mine-until.ts';
import { password } from '../steps/new-email.ts';
import { listCodes, readCode } from '../steps/read-code.ts';
import { signIn } from '../steps/sign-in.ts';
import { press, tabTo, type } from '../steps/tab-to.ts';
import { signInWithBalance, topUp } from '../steps/top-up.ts';

// All of them need the other server.
test.describe.configure({ mode: 'default' });

test('A-110, C-42 to C-45, 2.1-16, 8-12 by the keyboard alone a withdrawal is priced, refused at a wrong address, approved by its code and sent', async ({
  page,
  context,
  api,
  sandbox,
  other,
  checkBooks,
}) => {
  const client = await signInWithBalance({ context, api, sandbox }, '150');
  const codes = (await listCodes(sandbox, client.email)).length;
  await page.goto(`${other.url}/balance/withdrawal`);
  const form = withdrawal(page);
  await expect(form.heading).toBeVisible();
  await form.submit.press('Enter');
  await expect(form.amount).toBeFocused();
  await expect(form.amount).toHaveAccessibleDescription(say('tpl:error:REQUIRED'));
  await type(page, form.amount, '9999');
  await expect(form.amount).toHaveAttribute('aria-invalid', 'true');
  await expect(form.submit).toBeDisabled();
  await press(page, form.useAll);
  await expect(form.amount).toHaveValue(/^1\d\d/);
  await type(page, form.amount, '60');
  await expect(form.rate, 'euros leave as euros').toBeHidden();
  await press(page, form.to);
  await expect(form.search).toBeFocused();
  await page.keyboard.type('BTC');
  await page.keyboard.press('Enter');
  await expect(form.to).toBeFocused();
  await expect(form.submit).toHaveText(/0\.\d{8}\sBTC$/);
  await expect(form.rate).toHaveText(/^1\sBTC =\s[\d\s]+\.\d\d\sEUR$/);
  await form.rate.getByRole('button').focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Price of 1 BTC' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();
  await press(page, form.fees);
  await expect(form.feeLines.last()).toHaveText(/^You receive\s*0\.\d{8}\sBTC$/);
  await type(page, form.address, 'bc1nothing');
  await page.keyboard.press('Enter');
  await expect(form.address).toHaveAttribute('aria-invalid', 'true');
  const address = await sandbox.outsideAddress('bitcoin');
  await type(page, form.address, address);
  await press(page, form.submit);

  const step = confirmation(page);
  await type(page, step.code, await readCode(sandbox, client.email, codes + 1));
  await press(page, form.notNow);
  await expect(page).toHaveURL(/\/order-status\//);
  await mineUntil(sandbox, order(page).finished);
  expect((await sandbox.journal()).chain_out.filter((row) => row.address === address)).toHaveLength(1);
  await checkBooks();
});

test('A-110, 2.3-07 a refused amount is put right by one press, and says so beside the fault of the account', async ({
  page,
  context,
  api,
  sandbox,
  other,
}) => {
  await signInWithBalance({ context, api, sandbox }, '150');
  await page.setViewportSize({ width: 320, height: 900 });
  await page.goto(`${other.url}/balance/withdrawal`);
  const form = withdrawal(page);
  await form.goToEuros('SEPA', 'Get it by SEPA transfer');
  await form.iban.fill('DE88370400440532013000');
  await type(page, form.amount, '1');
  await expect(form.amount).toHaveAccessibleDescription(/^SEPA transfers start at \d+\sEUR\. Use \d+\sEUR$/);
  await expect(form.iban, 'both at once').toHaveAttribute('aria-invalid', 'true');
  await expect(form.iban).toHaveAccessibleDescription(say('tpl:address:fault_iban_checksum'));
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await waitUntilStill(page);
    expect.soft(await findViolations(page), colorScheme).toEqual([]);
  }
  expect.soft(await findMisfits(page)).toEqual([]);
  await press(page, form.useAmount);
  await expect(form.amount).toBeFocused();
  await expect(form.amount).toHaveValue('31');
  await expect(form.submit).toHaveText(/\s30\sEUR$/);
  await expect(form.amount).not.toHaveAttribute('aria-invalid');

  await form.amount.fill('9999');
  await form.useAmount.click();
  await expect(form.amount).toHaveValue(/^1\d\d(\.\d\d)?$/);
  await expect(form.submit).toBeEnabled();
  await form.iban.fill('DE89370400440532013000');
  await form.holder.focus();
  await expect(form.iban).not.toHaveAttribute('aria-invalid');
});

test('A-110, 8-12 the form of a withdrawal: nothing to withdraw, slow, failed, both themes at 320 and 1440 px, right to left', async ({
  page,
  context,
  api,
  sandbox,
  other,
}) => {
  const client = await api.register();
  await signIn(context, client);
  const form = withdrawal(page);
  await page.goto(`${other.url}/balance/withdrawal`);
  await expect(form.empty).toBeVisible();
  await topUp(api, sandbox, client, '150');
  const held = Promise.withResolvers<undefined>();
  await page.route('**/onramp/balance-withdrawal-config', (route) => held.promise.then(() => route.abort()));
  await page.reload();
  const busy = page.getByRole('main').locator('[aria-busy="true"]').first();
  await expect(busy).toBeVisible();
  held.resolve(undefined);
  await expect(form.tryAgain).toBeVisible();
  await page.unroute('**/onramp/balance-withdrawal-config');
  await tabTo(page, form.tryAgain);
  await page.keyboard.press('Enter');
  await expect(busy).toBeHidden();
  await expect(form.amount).toBeVisible();
  for (const path of ['', '/uk'])
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${other.url}${path}/balance/withdrawal`);
      await expect(page.locator('form')).toBeVisible();
      await expectThemes(page, `${path} ${width}`);
      expect.soft(await findMisfits(page), `${path} ${width}`).toEqual([]);
      await page.evaluate(() => (document.documentElement.dir = 'rtl'));
      expect.soft(await findMisfits(page), `${path} ${width} right to left`).toEqual([]);
    }
});

test('A-092, A-110 a withdrawal that is approved and not signed yet is canceled on its page, and all of it is back', async ({
  page,
  context,
  api,
  sandbox,
  other,
  checkBooks,
}) => {
  const client = await api.demoClient();
  const codes = (await listCodes(sandbox, client.email)).length;
  // Without the network's price nothing can be signed.
  await sandbox.makeFault({ provider: 'bitcoin', fault: 'error', count: 10_000, call: 'estimatesmartfee' });
  await signIn(context, client);
  await page.goto(`${other.url}/balance/withdrawal?payinCurrency=BTC&payoutCurrency=BTC&payinAmount=0.01`);
  const form = withdrawal(page);
  await expect(form.submit).toHaveText(/0\.\d{8}\sBTC$/);
  await form.address.fill(await sandbox.outsideAddress('bitcoin'));
  await form.submit.click();
  const step = confirmation(page);
  const code = await readCode(sandbox, client.email, codes + 1);
  await expect(step.code).toBeVisible();
  // A reload in the middle loses nothing: the page of the order asks for the same code.
  await page.reload();
  await expect(page).toHaveURL(/\/order-status\//);
  await page.getByRole('button', { name: say('tpl:order:confirm_button') }).click();
  await step.code.fill(code);
  const status = order(page);
  await expect(status.inProgress).toBeVisible();

  await status.cancelWithdrawal.click();
  const sheet = page.getByRole('dialog');
  await expect(sheet).toContainText(/0\.01\d*\sBTC goes back to your balance/);
  await status.keepWithdrawal.click();
  await expect(sheet).toBeHidden();
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await status.cancelWithdrawal.click();
      await waitUntilStill(page);
      expect.soft(await findViolations(page), `${width} ${colorScheme}`).toEqual([]);
      expect.soft(await findMisfits(page), `${width}`).toEqual([]);
      await page.keyboard.press('Escape');
      await expect(sheet).toBeHidden();
    }
  }
  await status.cancelWithdrawal.click();
  await status.cancelYes.click();
  await expect(status.canceled).toBeVisible();
  await expect(page.getByText(/^Nothing was sent\. 0\.01\d*\sBTC is back on your balance\.$/)).toBeVisible();
  await expect(status.cancelWithdrawal).toBeHidden();
  await sandbox.clearFaults();
  await checkBooks();
});

test('A-110, 7-46 a withdrawal to a bank account: fee and limits before, kept under a name after its code, picked in one press, and sent once', async ({
  page,
  context,
  api,
  sandbox,
  other,
  checkBooks,
}) => {
  const client = await signInWithBalance({ context, api, sandbox }, '200');
  const codes = (await listCodes(sandbox, client.email)).length;
  await page.goto(`${other.url}/balance/withdrawal`);
  const form = withdrawal(page);
  await form.goToEuros('SEPA', 'Get it by SEPA transfer');
  await form.amount.fill('1');
  await expect(form.amount).toHaveAttribute('aria-invalid', 'true');
  await expect(form.submit).toBeDisabled();
  await form.amount.fill('50');
  await expect(form.fees).toHaveText(/^Fees and details\s*\d+(\.\d\d)?\sEUR$/);
  await expect(form.submit).toHaveText(/4\d(\.\d\d)?\sEUR$/);
  await form.fees.click();
  await expect(form.feeLines.nth(1)).toHaveText(/^Bank fee 1\sEUR\s*\u2212\s1\sEUR$/);
  await form.iban.fill('DE88370400440532013000');
  await expect(form.iban).toHaveValue('DE88 3704 0044 0532 0130 00');
  await form.holder.fill('ada Lovelace');
  await expect(form.holder).toHaveValue('Ada Lovelace');
  await form.submit.click();
  await expect(form.iban).toHaveAttribute('aria-invalid', 'true');
  await form.iban.fill('DE89 3704 0044 0532 0130 00');
  await form.submit.click();
  const step = confirmation(page);
  await step.code.fill(await readCode(sandbox, client.email, codes + 1));

  await expect(form.keepHeading).toBeVisible();
  const approved = page.getByRole('status').filter({ hasText: say('tpl:withdrawal:approved') });
  await expect(approved).toContainText(/4\d(\.\d\d)?\sEUR.* CW-\d{4} \d{4}/);
  await expect(approved.getByRole('button', { name: say('tpl:withdrawal:order') })).toBeVisible();
  await page.setViewportSize({ width: 320, height: 760 });
  expect(await findMisfits(page)).toEqual([]);
  await form.keep.press('Enter');
  await expect(form.keepName).toBeFocused();
  await expect(form.keepName).toHaveAccessibleDescription(say('tpl:error:REQUIRED'));
  await expect(form.password).toHaveAccessibleDescription(say('tpl:error:REQUIRED'));
  await form.keepName.fill('Savings');
  await form.password.fill(password);
  await form.keep.click();
  const status = order(page);
  await expect(page).toHaveURL(/\/order-status\//);
  await expect(status.inProgress.or(status.finished)).toBeVisible();
  await expect(page.getByText(/· Savings$/), '5-E21 by the name that it was given').toBeVisible();
  const niceId = /CW\w{16}/.exec(page.url())?.[0] ?? '';
  await expect.poll(async () => (await sandbox.bankPayouts(niceId)).length).toBe(1);

  await page.goto(`${other.url}/balance/withdrawal`);
  await form.goToEuros('SEPA', 'Get it by SEPA transfer');
  await expect(form.kept(/^Savings Ada Lovelace · DE89…3000/)).toBeChecked();
  await expect(form.iban).toBeHidden();
  await form.kept('Another account').check();
  await expect(form.iban).toHaveValue('');
  await form.kept(/^Savings/).check();
  await expect(form.iban).toBeHidden();
  await form.amount.fill('50');
  const sent = page.waitForRequest(
    (request) => request.method() === 'POST' && (request.postData() ?? '').includes('DE89370400440532013000'),
  );
  await form.submit.click();
  expect((await sent).postData()).toContain('Ada');
  await expect(step.code).toBeVisible();

  await page.goto(`${other.url}/settings/destinations`);
  await expect(page.getByText('Savings', { exact: true })).toBeVisible();
  await expectLooks(page);
  await page.getByRole('switch').click();
  await expect(page.getByRole('switch')).toBeChecked();
  await page.getByRole('button', { name: say('tpl:settings:destinations:remove', { name: 'Savings' }) }).click();
  await page.getByRole('button', { name: say('tpl:settings:destinations:remove_it') }).click();
  await expect(page.getByText(say('tpl:settings:destinations:empty'))).toBeVisible();
  await checkBooks();
});
