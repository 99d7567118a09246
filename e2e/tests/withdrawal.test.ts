import { findMisfits } from '../checks/find-misfits.ts';
import { findViolations } from '../checks/find-violations.ts';
import { waitUntilStill } from '../checks/wait-until-still.ts';
import { expect, test } from '../fixtures.ts';
import { confirmation } from '../pages/confirmation.ts';
import { order } from '../pages/order.ts';
import { withdrawal } from '../pages/withdrawal.ts';
import { mineUntil } from '../steps/mine-until.ts';
import { readCode } from '../steps/read-code.ts';
import { signIn } from '../steps/sign-in.ts';
import { topUp } from '../steps/top-up.ts';

// All of them need the other server.
test.describe.configure({ mode: 'default' });

test('A-110, C-42 to C-45, 2.1-16 a withdrawal is priced, refused at a wrong address, approved by its code and sent', async ({
  page,
  context,
  api,
  sandbox,
  other,
  checkBooks,
}) => {
  const client = await api.register();
  await topUp(api, sandbox, client, '150');
  await signIn(context, client);
  const codes = (await sandbox.inbox(client.email)).filter(({ code }) => code).length;
  await page.goto(`${other.url}/balance/withdrawal`);
  const form = withdrawal(page);
  await expect(form.heading).toBeVisible();
  await form.to.selectOption('BTC bitcoin');
  await form.amount.fill('9999');
  await expect(form.amount).toHaveAttribute('aria-invalid', 'true');
  await expect(form.submit).toBeDisabled();
  await form.useAll.click();
  await expect(form.amount).toHaveValue(/^1\d\d/);
  await form.amount.fill('60');
  await expect(form.submit).toHaveText(/0\.\d{8}\sBTC$/);
  await form.address.fill('bc1nothing');
  await form.submit.click();
  await expect(form.address).toHaveAttribute('aria-invalid', 'true');
  const address = await sandbox.outsideAddress('bitcoin');
  await form.address.fill(address);
  await form.submit.click();

  const step = confirmation(page);
  await expect(step.code).toBeVisible();
  await step.code.fill(await readCode(sandbox, client.email, codes + 1));
  await expect(page).toHaveURL(/\/order-status\//);
  await mineUntil(sandbox, order(page).finished);
  expect((await sandbox.journal()).chain_out.filter((row) => row.address === address)).toHaveLength(1);
  await checkBooks();
});

test('A-110, 8-12 the form of a withdrawal: nothing to withdraw, failed, and both themes at 320 and 1440 px', async ({
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
  await page.route('**/onramp/balance-withdrawal-config', (route) => route.abort());
  await page.reload();
  await expect(form.tryAgain).toBeVisible();
  await page.unroute('**/onramp/balance-withdrawal-config');
  await form.tryAgain.click();
  await expect(form.amount).toBeVisible();
  for (const path of ['', '/uk'])
    for (const width of [320, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(`${other.url}${path}/balance/withdrawal`);
      await expect(page.locator('form')).toBeVisible();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await waitUntilStill(page);
        expect.soft(await findViolations(page), `${path} ${width} ${colorScheme}`).toEqual([]);
      }
      expect.soft(await findMisfits(page), `${path} ${width}`).toEqual([]);
    }
});
