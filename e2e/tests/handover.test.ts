import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { fileWizard } from '../pages/file-wizard.ts';
import { findMisfits } from '../checks/find-misfits.ts';
import { findViolations } from '../checks/find-violations.ts';
import { say } from '../say.ts';
import { signIn } from '../steps/sign-in.ts';
import type { ProductApi } from '../steps/product-api.ts';

async function openIdentity(page: Page, api: ProductApi): Promise<void> {
  const client = await api.register();
  await api.giveBasic(client);
  await signIn(page.context(), client);
  await page.goto('/verification/identity');
}

/** Asks for a link. @returns it, as the code beside it says it */
async function readLink(page: Page): Promise<string> {
  const started = page.waitForResponse('**/verification/handover/new');
  await page.getByRole('button', { name: say('tpl:verification:handover_button') }).click();
  const { token } = await (await started).json();
  await expect(page.getByRole('img', { name: say('tpl:verification:handover_qr') })).toBeVisible();
  return `${new URL(page.url()).origin}/handover#${token}`;
}

test.describe('F9 go on with a phone', () => {
  test('a phone sends the files without a sign-in, the computer follows and goes on', async ({
    page,
    api,
    browser,
  }) => {
    await openIdentity(page, api);
    const link = await readLink(page);
    const context = await browser.newContext({ viewport: { width: 320, height: 640 }, hasTouch: true, isMobile: true });
    const phone = await context.newPage();
    await phone.goto(link);
    await expect(phone.getByRole('heading', { name: say('tpl:verification:handover_title') })).toBeVisible();
    // The link is used up, and is not left in the page's address.
    await expect(phone).not.toHaveURL(/#/);
    await expect(page.getByText(say('tpl:verification:handover_open')).first()).toBeVisible();
    expect(await findMisfits(phone)).toEqual([]);
    expect(await findViolations(phone)).toEqual([]);
    const onPhone = fileWizard(phone);
    const picture = onPhone.file('x.jpg', await onPhone.picture());
    await onPhone.place('file_front').input.setInputFiles(picture);
    await expect(onPhone.place('file_front').state('new')).toBeVisible();
    await expect(onPhone.place('file_front').remove).toHaveCount(0);
    await phone.reload();
    await onPhone.place('file_selfie').input.setInputFiles(picture);
    await expect(onPhone.place('file_selfie').state('new')).toBeVisible();
    await expect(fileWizard(page).place('file_selfie').root).toHaveAttribute('data-state', 'new');
    await phone.getByRole('button', { name: say('tpl:verification:handover_finish') }).click();
    await expect(phone.getByText(say('tpl:verification:handover_sent_text'))).toBeVisible();
    await page.getByRole('button', { name: say('tpl:verification:continue') }).click();
    await fileWizard(page).send.click();
    await expect(page).toHaveURL('/verification');
    await context.close();
  });

  test('a link that was opened before says so, and the computer makes a new one', async ({ page, api, browser }) => {
    await openIdentity(page, api);
    const link = await readLink(page);
    const [first, second] = [await browser.newContext(), await browser.newContext()];
    const opened = await first.newPage();
    await opened.goto(link);
    await expect(opened.getByText(say('tpl:verification:handover_lead'))).toBeVisible();
    const late = await second.newPage();
    await late.goto(link);
    await expect(late.getByText(say('tpl:verification:handover_over'))).toBeVisible();
    await page.getByRole('button', { name: say('tpl:verification:handover_stop') }).click();
    await expect(opened.getByText(say('tpl:verification:handover_over'))).toBeVisible({ timeout: 15_000 });
    await first.close();
    await second.close();
  });

  test('a phone of another language opens the link too, and signing out on the computer ends it', async ({
    page,
    api,
    browser,
  }) => {
    await openIdentity(page, api);
    const link = await readLink(page);
    const context = await browser.newContext({ locale: 'es-ES' });
    const phone = await context.newPage();
    await phone.goto(link);
    await expect(phone.getByText(say('tpl:verification:handover_lead', {}, 'es'))).toBeVisible();
    await page.evaluate(async () => {
      const access = /"access":"([^"]+)"/.exec(localStorage.getItem('causeway.session') ?? '')?.[1] ?? '';
      await fetch('/logout', {
        method: 'POST',
        headers: { 'X-Authorization': `Bearer ${access}`, 'X-Requested-With': 'XMLHttpRequest' },
        body: new URLSearchParams(),
      });
    });
    await expect(phone.getByText(say('tpl:verification:handover_over', {}, 'es'))).toBeVisible({ timeout: 15_000 });
    await context.close();
  });
});
