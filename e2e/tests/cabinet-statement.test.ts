import { readFile } from 'node:fs/promises';
import { expect, test } from '../fixtures.ts';
import { expectRightToLeft, expectThemes } from '../checks/expect-looks.ts';
import { operations } from '../pages/operations.ts';
import { say } from '../say.ts';
import { signIn } from '../steps/sign-in.ts';
import { tabTo } from '../steps/tab-to.ts';

test('C-86, 1-17 a statement is downloaded by keyboard, as a document and as a sheet, and a refusal says why', async ({
  page,
  context,
  api,
}) => {
  await signIn(context, await api.demoClient());
  await page.goto('/balance/operations');
  const list = operations(page);
  await expect(list.rows.first()).toBeVisible();
  await tabTo(page, list.statement);
  await page.keyboard.press('Enter');
  const [sheet] = await Promise.all([page.waitForEvent('download'), downloadCsv()]);
  expect(sheet.suggestedFilename()).toMatch(/^statement-[A-Z]+-\d{4}-\d\d-\d\d-\d{4}-\d\d-\d\d\.csv$/);
  const rows = (await readFile(await sheet.path(), 'utf8')).trimEnd().split('\r\n');
  expect(rows[1]).toContain(say('tpl:statement:opening'));
  expect(rows.at(-1)).toContain(say('tpl:statement:closing'));

  async function downloadCsv(): Promise<void> {
    await page.getByText(say('tpl:statement:format_csv')).click();
    await list.download.press('Enter');
  }

  await list.statement.click();
  const [paper] = await Promise.all([page.waitForEvent('download'), list.download.click()]);
  expect((await readFile(await paper.path())).subarray(0, 5).toString()).toBe('%PDF-');

  await list.statement.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(say('tpl:transactions:time')).selectOption('days');
  const first = dialog.getByLabel(say('tpl:transactions:from'));
  await list.download.press('Enter');
  await expect(first).toBeFocused();
  await expect(first).toHaveAccessibleDescription(say('tpl:error:REQUIRED'));
  await first.fill('2020-01-01');
  await list.download.click();
  await expect(dialog.getByText(say('tpl:error:STATEMENT_TOO_LONG', { most: '2000' }))).toBeVisible();
});

test('C-86 the form of a statement in both themes, at 320 and 1440 px, and from right to left', async ({
  page,
  context,
  api,
}) => {
  await signIn(context, await api.demoClient());
  const list = operations(page);
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await page.goto('/balance/operations');
    await list.statement.click();
    await expectThemes(page, String(width));
    await expectRightToLeft(page, String(width));
  }
});
