import { expect, test as base, type WorkerFixtures } from '../fixtures.ts';
import { findMisfits } from '../checks/find-misfits.ts';
import { findViolations } from '../checks/find-violations.ts';
import { address } from '../pages/address.ts';
import { exchange } from '../pages/exchange.ts';
import { fileWizard } from '../pages/file-wizard.ts';
import { identityCheck } from '../pages/identity-check.ts';
import { verification } from '../pages/verification.ts';
import { say } from '../say.ts';
import { addFile } from '../steps/add-file.ts';
import { reachBasicLevel } from '../steps/reach-basic-level.ts';
import { approveNewest } from '../steps/operate.ts';
import { pick } from '../steps/pick.ts';
import { signIn } from '../steps/sign-in.ts';
import { simulateApp } from '../steps/simulate-app.ts';
import { startStack } from '../stack.ts';
import { typeAmount } from '../steps/type-amount.ts';

/** A product of its own: who checks identities is a setting of all its servers. */
const test = base.extend<object, Pick<WorkerFixtures, 'stack'>>({
  stack: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
    async ({}, provide) => {
      const stack = await startStack({ IDENTITY_CHECK: 'sumsub' });
      await provide(stack);
      await stack.stop();
    },
    { scope: 'worker', timeout: 90_000 },
  ],
});
// One product serves them all.
test.describe.configure({ mode: 'serial' });

/** More than the basic level allows in one order. */
const aboveBasic = '4000';
const following = { timeout: 40_000 };

test('A-084 2.1-09 4.9 from nothing to the highest level, by an outside check that asks again once', async ({
  page,
  context,
  api,
  sandbox,
  stack,
}) => {
  const list = await reachBasicLevel(page, context, { api, sandbox });
  await list.row('identity').click();
  const check = identityCheck(page);
  await expect(check.about).toBeVisible();
  expect(await findViolations(page)).toEqual([]);
  await check.start.focus();
  await page.keyboard.press('Enter');
  await expect(check.heading).toBeFocused();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 320, height: 700 });
    expect(await findMisfits(page)).toEqual([]);
  }
  await check.frame.reason.fill('The picture is too dark.');
  await check.frame.decide('Ask again').click();
  await expect(page.getByText('The picture is too dark.').first()).toBeVisible(following);
  await expect(check.again).toBeVisible();
  await page.goto('/verification');
  await expect(list.row('identity')).toContainText('The picture is too dark.');
  await list.row('identity').click();
  await check.again.click();
  await check.frame.decide('Approve').click();
  await page.getByRole('button', { name: say('tpl:verification:continue') }).click(following);
  await expect(list.level('identity')).toBeVisible();
  // The provider judges the identity alone: the other papers are for a person.
  await list.row('address').click();
  const wizard = fileWizard(page);
  await wizard.proof.selectOption('tax_return');
  await addFile(page, 'proof_tax_return');
  await wizard.send.click();
  await expect(page).toHaveURL('/verification');
  await approveNewest(stack, 'address');
  await page.goto('/verification/bank-statement');
  await addFile(page, 'proof_tax_statement');
  await wizard.send.click();
  await approveNewest(stack, 'bank_statement');
  await page.goto('/verification');
  await expect(list.level('bank_statement')).toBeVisible();
});

test('A-084 inside an order: looked at for a while, then the order goes on where it stood', async ({
  page,
  context,
  api,
  sandbox,
}) => {
  const client = await api.register();
  await api.giveBasic(client);
  await signIn(context, client);
  await page.goto('/');
  await typeAmount(exchange(page).payin, aboveBasic);
  await page.getByRole('button', { name: say('tpl:exchange:submit_verify') }).click();
  const check = identityCheck(page);
  await check.start.click();
  await check.frame.decide('Send and wait').click();
  await expect(page.getByText(say('tpl:verification:limit_review'))).toBeVisible(following);
  const applicant = (await sandbox.identityApplicants()).at(-1);
  await sandbox.decideIdentityCheck(applicant?.id ?? '', 'approved');
  await page.getByRole('button', { name: say('tpl:verification:continue') }).click(following);
  await expect(address(page).heading).toBeVisible();
});

test('A-084 in a window of its own, and refused there for good', async ({ page, context, api }) => {
  const client = await api.register();
  await api.giveBasic(client);
  await signIn(context, client);
  await page.goto('/verification/identity');
  const check = identityCheck(page);
  await check.start.click();
  const opened = context.waitForEvent('page');
  await check.window.click();
  const other = await opened;
  await expect(check.outside).toBeVisible();
  await other.getByRole('button', { name: 'Reject' }).click();
  await expect(page.getByText(say('tpl:verification:rejected_text'))).toBeVisible(following);
});

test('A-084 4.13 in an app: in its view, and by a press in the device’s browser, which the app follows', async ({
  page,
  context,
  api,
  browser,
  stack,
}) => {
  const app = await simulateApp(context, stack.partnerUrl);
  const client = await api.register();
  await api.giveBasic(client);
  await signIn(context, client);
  await page.goto('/verification/identity');
  await expect(page.locator('html[data-native]')).toBeAttached();
  const check = identityCheck(page);
  await check.start.click();
  await expect(check.frame.decide('Approve')).toBeVisible();
  const windows = context.pages().length;
  await check.window.click();
  await expect(check.outside).toBeVisible();
  const [notice] = await app.notices(page);
  expect(notice).toMatchObject({ notice: 'open-outside' });
  expect(context.pages()).toHaveLength(windows);
  // The device's browser shares nothing with the app.
  const device = await browser.newContext();
  const outside = await device.newPage();
  await outside.goto(String(pick(notice, 'payload', 'url')));
  await outside.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('button', { name: say('tpl:verification:continue') }).click(following);
  await expect(verification(page).level('identity')).toBeVisible();
  await device.close();
});
