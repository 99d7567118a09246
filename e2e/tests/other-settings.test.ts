import { z } from 'zod';
import { expect, test as base } from '../fixtures.ts';
import { exchange } from '../pages/exchange.ts';
import { signIn } from '../steps/sign-in.ts';

/** Errors are what this file is about, so they fail no test here. */
const test = base.extend({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the pattern to know what a fixture needs
  quiet: async ({}, provide) => provide(),
});

const list = z.object({ reports: z.array(z.object({ event: z.looseObject({}), raw: z.string() })) });

test('C-69, C-70 an error is reported without anything personal, an event is sent; where nothing is configured neither is', async ({
  page,
  context,
  api,
  stack,
  reporting,
}) => {
  const reports = async () => list.parse(await (await fetch(`${stack.sandboxUrl}/reports/control`)).json()).reports;
  // One error in four is reported; this one shall be.
  await context.addInitScript(() => (Math.random = () => 0.1));
  const asked: string[] = [];
  const events: string[] = [];
  context.on('request', (request) => {
    asked.push(request.url());
    if (request.url().endsWith('/client/send_event')) events.push(request.postData() ?? '');
  });
  const client = await api.register();
  await signIn(context, client);
  const fail = (message: string) =>
    page.evaluate(
      (text) =>
        void setTimeout(() => {
          throw new Error(text);
        }),
      message,
    );

  await page.goto('/');
  await expect(page.locator('html')).toHaveAttribute('data-hydrated', 'true');
  await fail('Unheard');
  await page.goto(`${reporting.url}/?email=anna%40example.com&payin_amount=250`);
  await expect.poll(() => asked.some((url) => url.includes('start-error-reports'))).toBe(true);
  expect(asked.filter((url) => url.includes('/reports/'))).toEqual([]);
  await expect(exchange(page).buy).toBeEnabled();
  await page.waitForTimeout(300);
  await fail('Broken for anna@example.com at /order-status/CW7Q2M9V4T8K1N5X3B');
  await fail('Failed to fetch');
  await expect.poll(async () => (await reports()).length, { timeout: 15_000 }).toBe(1);
  const [report] = await reports();
  expect(report?.event).toMatchObject({
    level: 'error',
    release: expect.stringMatching(/^entry-browser/),
    exception: { values: [{ type: 'Error', value: 'Broken for [hidden] at /order-status/[hidden]' }] },
    request: { url: `${reporting.url}/` },
  });
  expect(report?.raw).not.toMatch(/anna|CW7Q2M9V|eyJ|cwr_/);

  await exchange(page).buy.click();
  await expect.poll(() => events.length).toBe(1);
  expect(JSON.parse(events[0] ?? '')).toMatchObject({ type: 'order_started', opts: { payin_amount: '250.00' } });
});
