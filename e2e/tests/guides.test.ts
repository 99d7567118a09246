import type { Page } from '@playwright/test';
import { findFreePort } from '@causeway/testing/free-port';
import { addPartner } from '../embed/open-hosts.ts';
import { expect, test } from '../embed/host-fixtures.ts';
import { readCode, type GuideName } from '../guides/guides.ts';
import { serveWordPress } from '../guides/serve-wordpress.ts';
import { serveGuide } from '../guides/serve-guide.ts';
import { exchange } from '../pages/exchange.ts';

/** What is installed for a framework takes minutes, so only the campaign builds all of them. */
const isWhole = process.env['CAMPAIGN'] === 'full';
const short: GuideName[] = ['react'];
const whole: GuideName[] = ['react', 'vue', 'svelte', 'angular', 'next-15', 'next-16'];

test.use({ viewport: { width: 900, height: 900 } });

test.describe('P1, P10 the page of a guide, built with the packed SDK as the guide says', () => {
  for (const name of isWhole ? whole : short)
    test(`${name}: one load that nothing aborts, nothing moves, and the page hears of orders`, async ({
      page,
      stack,
      hosts,
    }) => {
      test.setTimeout(900_000);
      const served = await serveGuide(name, stack, hosts);
      try {
        await expectWidget(page, served.url, stack.productUrl);
        await expectEvents(page, name);
        if (name.startsWith('next')) {
          const response = await page.request.post(`${served.url}token`);
          expect(await response.text()).toMatch(/^cwst_/);
          await served.develop();
          // The first request compiles, and its page is reloaded when that is done.
          await page.goto(served.url);
          await expect(exchange(page.frameLocator('iframe')).payin).toHaveValue('250');
          await expectWidget(await page.context().newPage(), served.url, stack.productUrl);
        }
      } finally {
        await served.stop();
      }
    });

  if (isWhole)
    test('wordpress: the short code of the plugin, on a page of a real WordPress', async ({ page, stack }) => {
      test.setTimeout(900_000);
      const port = await findFreePort();
      const plugin = readCode('wordpress.md', 'php')
        .replaceAll('https://your-causeway.example', stack.productUrl)
        .replaceAll('pk_your_key', await addPartner(stack, `http://127.0.0.1:${port}`));
      const site = await serveWordPress(port, plugin, '[causeway amount="70"]');
      try {
        await expectWidget(page, site.url, stack.productUrl, '70');
      } finally {
        await site.stop();
      }
    });

  for (const guide of ['html', 'wordpress'])
    test(`${guide}: the code for a page`, async ({ page, stack, hosts }) => {
      const code = readCode(`${guide}.md`, 'html')
        .replaceAll('https://your-causeway.example', stack.productUrl)
        .replaceAll('pk_your_key', hosts.partnerKey);
      hosts.serve('/', {
        html: `<!doctype html><html lang="en"><link rel="icon" href="data:,"><body>${code}</body></html>`,
      });
      await expectWidget(page, `${hosts.partner}/`, stack.productUrl);
      if (guide === 'html') await expectEvents(page, 'html');
    });
});

/** Opens the page: the widget is loaded once and not aborted, nothing moves, and no problem is reported. */
async function expectWidget(page: Page, url: string, productUrl: string, amount = '250'): Promise<void> {
  const faults: string[] = [];
  const loads: string[] = [];
  const record = (text: string) => void faults.push(text);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) record(message.text());
  });
  page.on('pageerror', ({ message }) => record(message));
  page.on('requestfailed', (request) => record(`${request.url()} ${request.failure()?.errorText}`));
  page.on('request', (request) => {
    if (request.url().startsWith(`${productUrl}/widget`)) loads.push(request.url());
  });
  await page.addInitScript(() => {
    const moved: number[] = [];
    Reflect.set(window, 'moved', moved);
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) moved.push(Number(Reflect.get(entry, 'value')));
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(url);
  await expect(exchange(page.frameLocator('iframe')).payin).toHaveValue(amount);
  await expect(exchange(page.frameLocator('iframe')).rate).toContainText('BTC');
  expect(loads).toHaveLength(1);
  expect(faults).toEqual([]);
  expect(await page.evaluate('moved')).toEqual([]);
}

/** What the guide's own listener writes when the widget reports a change of an order. */
async function expectEvents(page: Page, name: string): Promise<void> {
  // The page of Next is a component of the server, which has no listeners, and that of React has no element.
  if (name === 'react' || name.startsWith('next')) return;
  const written = page.waitForEvent('console');
  await page.locator('causeway-widget').evaluate((element) => {
    const detail = { orderId: 'CW1', orderStatus: 'finished' };
    element.dispatchEvent(new CustomEvent('change-order', { detail }));
  });
  expect((await written).text()).toContain('finished');
}
