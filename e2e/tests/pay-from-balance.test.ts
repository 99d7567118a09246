import { runSql } from '@causeway/testing/run-sql';
import { expect, test } from '../fixtures.ts';
import { confirmation } from '../pages/confirmation.ts';
import { exchange } from '../pages/exchange.ts';
import { order } from '../pages/order.ts';
import { say } from '../say.ts';
import { fillAddress } from '../steps/fill-address.ts';
import { mineUntil } from '../steps/mine-until.ts';
import { readCode } from '../steps/read-code.ts';
import { signIn } from '../steps/sign-in.ts';
import { nextCode, switchOnTwoFactor } from '../steps/switch-on-two-factor.ts';
import { signInWithBalance, topUp } from '../steps/top-up.ts';
import { typeAmount } from '../steps/type-amount.ts';

test('A-015, 4.8 an order from the balance is approved by a code, over a wrong one and a reload, and arrives', async ({
  page,
  context,
  api,
  sandbox,
  checkBooks,
}) => {
  const client = await signInWithBalance({ context, api, sandbox }, '150');
  const messages = (await sandbox.inbox(client.email)).length;
  await page.goto('/?payin_currency=EUR&payin_group=balance&payin_amount=20');
  const first = exchange(page);
  await first.useAll.click();
  await expect(first.payin).toHaveValue(/^1\d\d(\.\d\d)?$/);
  await typeAmount(first.payin, '60');
  await expect(first.buy).toBeEnabled();
  await first.buy.click();
  const destination = await fillAddress(page, sandbox);

  const step = confirmation(page);
  await expect(step.heading).toBeVisible();
  await expect(step.countdown).toBeVisible();
  await step.code.fill('000000');
  await expect(step.wrong).toBeVisible();
  await page.reload();
  await expect(step.heading).toBeVisible();
  await expect(step.countdown).toBeVisible();
  await expect.poll(async () => (await sandbox.inbox(client.email)).length).toBeGreaterThan(messages);
  // Held orders are no fault of the code: it stays, and a press goes on.
  const later = { type: 'danger', field: '', code: 'TRY_LATER', text: 'This is not available right now.' };
  const refused = { status: 503, json: { success: 0, niceId: '', errors: [later] } };
  await page.route('**/order/approve_withdrawal', (route) => route.fulfill(refused), { times: 1 });
  await step.code.fill(await readCode(sandbox, client.email));
  await expect(page.getByText(later.text)).toHaveCount(1);
  await expect(step.code).not.toHaveAttribute('aria-invalid', 'true');
  await step.approve.click();
  await expect(page).toHaveURL(/\/order-status\//);
  await mineUntil(sandbox, order(page).finished);
  expect((await sandbox.journal()).chain_out.filter((row) => row.address === destination)).toHaveLength(1);
  await checkBooks();
});

test('A-015 a client with an authenticator approves the order by its code, and gets no e-mail; on its first day by both', async ({
  page,
  context,
  api,
  sandbox,
  stack,
}) => {
  const client = await api.register();
  await topUp(api, sandbox, client, '150');
  const key = await switchOnTwoFactor(stack.productUrl, client.tokens);
  // By the subject: in other e-mails an amount such as 0.000947 has six digits too.
  const codes = async () =>
    (await sandbox.inbox(client.email)).filter(({ subject }) => /^\d{6} approves/.test(subject ?? '')).length;
  await signIn(context, client);
  await page.goto('/?payin_currency=EUR&payin_group=balance&payin_amount=60');
  await exchange(page).buy.click();
  await fillAddress(page, sandbox);
  const step = confirmation(page);
  await step.code.fill(await readCode(sandbox, client.email, 2));
  const second = page.getByLabel(say('tpl:auth:second_code'));
  await expect(second).toBeFocused();
  // To be asked is no fault.
  await expect(second).not.toHaveAttribute('aria-invalid', 'true');
  await expect(second).toHaveAccessibleDescription(/authenticator app/);
  await second.fill('000000');
  await step.approve.click();
  await expect(second).toHaveAttribute('aria-invalid', 'true');
  await second.fill(nextCode(key));
  await step.approve.click();
  await expect(page).toHaveURL(/\/order-status\//);

  await runSql(
    stack.databaseUrl,
    "update clients set factor_added_at = now() - interval '25 hours', two_factor_last_step = 0",
  );
  const before = await codes();
  expect(before).toBe(1);
  await page.goto('/?payin_currency=EUR&payin_group=balance&payin_amount=60');
  await exchange(page).buy.click();
  await fillAddress(page, sandbox);
  await expect(step.appHeading).toBeVisible();
  await expect(step.countdown).toBeHidden();
  await step.code.fill('000000');
  await expect(step.wrong).toBeVisible();
  await step.code.fill(nextCode(key));
  await expect(page).toHaveURL(/\/order-status\//);
  expect(await codes()).toBe(before);
});

test('A-015 a fixed price says on the step of the code how long it holds, and what counts afterwards', async ({
  page,
  context,
  api,
  sandbox,
}) => {
  await signInWithBalance({ context, api, sandbox }, '150');
  await page.goto('/?payin_currency=EUR&payin_group=balance&payin_amount=60');
  const first = exchange(page);
  await first.chooseFixed();
  await expect(first.rate).toContainText(/Locked for \d:\d\d/);
  await first.buy.click();
  await fillAddress(page, sandbox);
  const step = confirmation(page);
  await expect(step.heading).toBeVisible();
  await expect(step.held).toBeVisible();
  await expect(step.after).toBeVisible();
  await expect(page.getByText(/^≈ \d\d\.\d\d\sEUR$/), 'what the coins are worth').toBeVisible();
  await page.reload();
  await expect(step.heading).toBeVisible();
  await expect(step.held).toBeVisible();
  await expect(step.after).toBeVisible();
});
