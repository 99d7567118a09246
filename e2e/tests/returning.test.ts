import { createHash } from 'node:crypto';
import { runSql } from '@causeway/testing/run-sql';
import { expect, test } from '../fixtures.ts';
import { exchange } from '../pages/exchange.ts';

test('a browser that comes back after a release fetches what changed of the script, and the page works', async ({
  browser,
  stack,
}) => {
  // The page that plays the visit before the release runs nothing of the widget.
  const context = await browser.newContext({ baseURL: stack.productUrl, bypassCSP: true });
  const page = await context.newPage();
  await page.goto('/licences.txt');
  const current = /\/assets\/(entry-browser-[\w-]+\.js)/.exec(await (await context.request.get('/')).text())?.[1] ?? '';
  const body = await (await context.request.get(`/assets/${current}`)).text();
  const earlier = `${body}\n// what the release took away`;
  const sha256 = createHash('sha256').update(earlier).digest('hex');
  await runSql(
    stack.databaseUrl,
    `insert into widget_files (sha256, name, body, kept_at)
     values ('${sha256}', 'entry-browser-0000000.js', $earlier$${earlier}$earlier$, now())`,
  );
  expect(await page.evaluate(async () => (await fetch('/assets/entry-browser-0000000.js')).text())).toBe(earlier);

  const sent = page.waitForResponse(`**/assets/${current}`);
  await page.goto('/');
  await expect(exchange(page).payin).toHaveValue('250');
  const { responseBodySize } = await (await sent).request().sizes();
  expect((await sent).headers()['content-encoding']).toBe('dcz');
  expect(responseBodySize).toBeLessThan(2000);
  await exchange(page).payoutCurrency.click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await context.close();
});
